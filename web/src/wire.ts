// Made by tools/typescript.py from bodies.py, list_bodies.py, protocol.py of the server; do not edit.
export const SPECTATOR = -2;

export interface OfferWire {
  id: string;
  title: string;
  about: string;
  seats: string[];
  setup?: unknown;
  origin?: string;
  colours?: string[];
}

export interface GameWire {
  id: string;
  title: string;
  about: string;
  rules: number;
  least: number;
  most: number;
  odds?: boolean;
  muster?: boolean;
  battle?: string;
  sides?: string[];
  together?: boolean;
  opening?: boolean;
}

export interface LevelWire {
  id: string;
  about: string;
}

export interface GameDetail {
  id: string;
  title: string;
  about: string;
  rules: number;
  offers: OfferWire[];
  levels: LevelWire[];
  readings?: Reading[];
}

export interface Reading {
  id: string;
  rule: string;
  says: string;
  stands: string;
  ruling: string;
  preset?: "" | "letter";
}

export interface RuleWire {
  id: string;
  says: string;
  origin: string;
  source?: string;
  ruling?: string;
  example?: string;
  readings?: Reading[];
}

export interface ChapterWire {
  id: string;
  title: string;
  about: string;
  rules: RuleWire[];
}

export interface RulesWire {
  game: string;
  title: string;
  summary: string;
  chapters: ChapterWire[];
}

export interface Values {
  values: Record<string, Record<string, boolean | number | string>>;
  exact?: boolean;
}

export interface CalculatorsWire {
  calculators: Calculator[];
}

export interface Calculator {
  id: string;
  title: string;
  about: string;
  groups: Group[];
  compare?: string;
}

export interface Group {
  id: string;
  title: string;
  fields: Field[];
  presets?: Preset[];
}

export interface Field {
  name: string;
  label: string;
  kind?: string;
  low?: number;
  high?: number;
  value?: boolean | number | string;
  choices?: string[];
}

export interface Preset {
  label: string;
  values: Record<string, boolean | number | string>;
  under?: string;
}

export interface PrintsWire {
  lists: string[];
  names?: Record<string, string>;
}

export interface Forecasts {
  forecasts: Forecast[];
}

export interface Forecast {
  title: string;
  rule?: string;
  mean?: number | null;
  unit?: string;
  chances?: Chance[];
  distribution?: Chance[];
  notes?: string[];
  shares?: Share[];
}

export interface Chance {
  label: string;
  p: number;
  exact?: string;
}

export interface Share {
  label: string;
  chances?: Chance[];
  mean?: number | null;
}

export interface SeatPlan {
  kind?: "human" | "machine" | "open";
  level?: string;
  name?: string;
}

export interface Options {
  dice?: "server" | "typed";
  undo?: "consent" | "free" | "strict";
  seconds?: number | null;
  pace?: "correspondence" | "live";
  grace?: number | null;
  claim?: boolean;
  ready?: boolean;
}

export interface NewRoom {
  game: string;
  offer?: string;
  setup?: unknown;
  lists?: unknown[];
  seats?: SeatPlan[];
  options?: Options;
}

export interface SeatWire {
  seat: number;
  title: string;
  kind: "human" | "machine" | "open";
  name?: string;
  level?: string;
  online?: boolean;
  colour?: string;
  kept?: number | null;
}

export interface ShareWire {
  seat: number;
  commitment: string;
  value?: string;
}

export interface EpochWire {
  commitment: string;
  shares?: ShareWire[];
  secret?: string;
  attempt?: number;
}

export interface FairWire {
  epochs: EpochWire[];
  next?: EpochWire | null;
  come?: number[];
  commit?: number[];
  show?: number[];
  waits?: boolean;
}

export interface RoomWire {
  id: string;
  game: string;
  title: string;
  seats: SeatWire[];
  options: Options;
  rules?: number;
  watchers?: number;
  over?: boolean;
  next?: string;
  battle?: string;
  parent?: string;
  together?: boolean;
  notes?: string[];
  closed?: string;
  fair?: FairWire | null;
  readings?: Reading[];
  unseated?: [number, string][];
}

export interface Seated {
  room: RoomWire;
  tokens?: Record<string, string>;
  note?: string;
}

export interface Join {
  name?: string;
  seat?: number | null;
}

export interface MeetingSeat {
  seat: number;
  title: string;
  kind: "human" | "machine" | "open";
  name?: string;
  level?: string;
  ready?: boolean;
  colour?: string;
  limit?: number | null;
  total?: number;
}

export interface MeetingWire {
  id: string;
  game: string;
  title: string;
  battle: string;
  seats: MeetingSeat[];
  options: Options;
  currency: string;
  readings?: Reading[];
  room?: string;
}

export interface Met {
  meeting: MeetingWire;
  tokens?: Record<string, string>;
}

export interface Bring {
  seat: number;
  army?: unknown;
}

export interface TakeBack {
  seat: number;
}

export interface Branch {
  index: number;
  seats?: SeatPlan[];
}

export interface Upload {
  save: unknown;
  seats?: SeatPlan[];
  options?: Options;
}

export interface Step {
  index: number;
  seat: number;
  key: string;
  kind: string;
  says?: string;
  chose?: string;
}

export interface ReplayWire {
  room: RoomWire;
  board: Board;
  length: number;
  steps: Step[];
  result?: Result | null;
}

export interface Board {
  width: number;
  depth: number;
  areas?: Area[];
  grid?: string;
  measured?: boolean;
  ground?: string;
}

export interface Area {
  id: string;
  kind: string;
  shape: Shape;
  label?: string;
  about?: string;
  height?: number;
  seat?: number | null;
  rule?: string;
}

export interface Shape {
  points?: [number, number][];
  centre?: [number, number] | null;
  r?: number;
  width?: number;
}

export interface Result {
  winners: number[];
  says: string;
  rule: string;
  scores: number[];
}

export interface Verdict {
  faults: string[];
  unproven?: number;
}

export interface WatchWire {
  file: string;
  arm: string;
  why: string;
}

export interface ReportWire {
  id: string;
  name: string;
  title: string;
  games: number;
  arms: number;
  made: number;
  watch?: WatchWire[];
}

export interface Problem {
  says: string;
  code: string;
}

export interface ReadyList {
  id: string;
  army: ArmyList;
  total: number;
}

export interface ArmyList {
  game: string;
  name?: string;
  parts?: Entry[];
  rules?: number;
  points?: number;
  format?: number;
}

export interface Entry {
  group: string;
  pick: string;
  name?: string;
  count?: number;
  parts?: Entry[];
}

export interface BookWire {
  game: string;
  title: string;
  currency: string;
  blank: ArmyList;
  ready: ReadyList[];
  rules?: number;
}

export interface MusterAsk {
  army?: unknown;
  changes?: Changes[];
  places?: number[][];
  repairs?: boolean;
}

export interface Add {
  do: "add";
  at: number[];
  group: string;
  pick: string;
  count?: number;
  name?: string;
}

export interface Choose {
  do: "choose";
  at: number[];
  group: string;
  pick?: string;
}

export interface Remove {
  do: "remove";
  at: number[];
}

export interface Rename {
  do: "rename";
  at: number[];
  name: string;
}

export interface Count {
  do: "count";
  at: number[];
  count: number;
}

export interface Duplicate {
  do: "duplicate";
  at: number[];
}

export interface Reorder {
  do: "reorder";
  at: number[];
  to: number;
}

export interface MusterDraft {
  army?: unknown;
  seed?: string;
}

export interface MusterText {
  text: string;
}

export interface MusterPair {
  old: unknown;
  new: unknown;
}

export interface MusterTrial {
  army?: unknown;
  seed?: string;
  wins?: number;
  draws?: number;
  games?: number;
}

export interface TrialWire {
  against: string;
  score: number;
  wins: number;
  draws: number;
  games: number;
  rate: number;
  low: number;
  high: number;
}

export interface RepairableFault {
  rule: string;
  says: string;
  remedy?: string;
  at?: number[];
  repairs?: Repair[];
}

export interface Repair {
  says: string;
  changes: Changes[];
  price?: number;
}

export interface MusterWire {
  army: ArmyList;
  total: number;
  currency: string;
  limit: number | null;
  left: number | null;
  faults: RepairableFault[];
  slots: Slot[];
  entries: Profile[];
  link: string;
  text: string;
  notes?: string[];
}

export interface Slot {
  at: number[];
  group: string;
  title: string;
  candidates: Candidate[];
  least?: number;
  most?: number | null;
  repeats?: boolean;
  named?: boolean;
  counts?: [number, number] | null;
  setting?: boolean;
  about?: string;
}

export interface Candidate {
  pick: string;
  title: string;
  change: Changes;
  price?: number;
  chosen?: number;
  effect?: string[];
  refusals?: ListFault[];
  about?: string;
  rule?: string;
}

export interface ListFault {
  rule: string;
  says: string;
  remedy?: string;
  at?: number[];
  key?: string[];
}

export interface Profile {
  at: number[];
  title: string;
  price: number;
  lines?: ProfileLine[];
  odds?: OddsLink | null;
}

export interface ProfileLine {
  label: string;
  text: string;
  plain?: string | null;
}

export interface OddsLink {
  calculator: string;
  values: Record<string, Record<string, boolean | number | string>>;
}

export interface BattlesWire {
  battles: string[];
}

export interface DifferencesWire {
  differences: Difference[];
}

export interface Difference {
  says: string;
  price?: number;
}

export interface KeptVersion {
  army: ArmyList;
  total: number;
  at: number;
}

export interface KeptList {
  key: string;
  game: string;
  versions: KeptVersion[];
}

export interface KeepList {
  army: unknown;
}

export interface Hello {
  type: "hello";
  tokens?: string[];
  version?: number;
  name?: string;
  fair?: boolean;
}

export interface Act {
  type: "act";
  seat: number;
  ask: string;
  do: string;
  value?: unknown;
}

export interface Query {
  type: "query";
  seat: number;
  n: number;
  query: "check" | "hint" | "legal" | "measure" | "odds" | "reach" | "sight" | "toward";
  ask?: string;
  value?: unknown;
}

export interface Undo {
  type: "undo";
  seat: number;
  do: string;
}

export interface Consent {
  type: "consent";
  seat: number;
  undo: number;
  yes: boolean;
}

export interface Order {
  type: "order";
  seat: number;
  do: string;
  key: string;
  order?: unknown;
}

export interface Commit {
  type: "commit";
  seat: number;
  epoch: string;
  hash: string;
}

export interface Show {
  type: "show";
  seat: number;
  epoch: string;
  value: string;
}

export interface Concede {
  type: "concede";
  seat: number;
  do: string;
}

export interface Claim {
  type: "claim";
  seat: number;
  do: string;
  draw?: boolean;
}

export interface Chat {
  type: "chat";
  says: string;
}

export interface Mute {
  type: "mute";
  seat: number;
  of: number;
  yes?: boolean;
}

export interface Leave {
  type: "leave";
  seat: number;
}

export interface Replace {
  type: "replace";
  seat: number;
  level?: string;
}

export interface Rematch {
  type: "rematch";
}

export interface Ping {
  type: "ping";
}

export interface DiceWire {
  at: number;
  seat: number;
  key: string;
  faces: number[];
}

export interface EventWire {
  at: number;
  says: string;
  rule?: string;
  dice?: DiceWire[];
  shows?: (Moved | Aimed | Threw | Lost | Gained | Fell | Left | Appeared | Became | Drew | Scored)[];
  on?: string[];
  readings?: string[];
}

export interface Moved {
  type: "moved";
  piece: string;
  path?: number[][];
  at?: number[];
  inside?: string;
  was?: string;
  facing?: number | null;
}

export interface Aimed {
  type: "aimed";
  pieces: string[];
  at: string[];
  how?: string;
}

export interface Threw {
  type: "threw";
  seat: number;
  key: string;
  dice: number[];
  needed?: number[];
  names?: string[];
}

export interface Lost {
  type: "lost";
  pieces: string[];
  n: number;
  left: number;
  of: number;
  what?: string;
}

export interface Gained {
  type: "gained";
  pieces: string[];
  n: number;
  left: number;
  of: number;
  what?: string;
}

export interface Fell {
  type: "fell";
  piece: string;
}

export interface Left {
  type: "left";
  piece: string;
}

export interface Appeared {
  type: "appeared";
  token: Token;
}

export interface Token {
  id: string;
  label: string;
  seat: number;
  at?: number[];
  radius?: number;
  glyph?: string;
  kind?: string;
  facing?: number | null;
  pips?: Pips | null;
  marks?: Mark[];
  state?: string;
  inside?: string;
  about?: [string, string][];
  origin?: string;
  figure?: string;
  unit?: string;
  hostile?: boolean;
}

export interface Pips {
  now: number;
  full: number;
  name?: string;
  tones?: string[];
  then?: number | null;
}

export interface Mark {
  sign: string;
  name: string;
  good?: boolean;
  rule?: string;
  picture?: string;
}

export interface Became {
  type: "became";
  pieces: string[];
  gained?: Mark[];
  gone?: Mark[];
  state?: string;
  seat?: number | null;
}

export interface Drew {
  type: "drew";
  card: string;
  seat?: number;
}

export interface Scored {
  type: "scored";
  seat: number;
  n: number;
  why?: string;
}

export interface ChatLine {
  type: "chat";
  says: string;
  name: string;
  seat?: number;
  at?: number;
}

export interface UndoAsked {
  n: number;
  seat: number;
  says: string;
  wanted: number[];
}

export interface State {
  type: "state";
  seat: number;
  version: number;
  now: number;
  tokens?: Token[];
  panels?: Panel[];
  events?: EventWire[];
  dice?: DiceWire[];
  tail?: boolean;
  board?: Board | null;
  asks?: Wire[];
  locked?: string[];
  waiting?: Waiting[];
  result?: Result | null;
  undo?: "" | "ask" | "free";
  orders?: Record<string, unknown>;
  muted?: number[];
  limits?: Record<string, number>;
  thinking?: number[];
  running?: boolean;
  opening?: boolean;
}

export interface Panel {
  id: string;
  title: string;
  kind?: string;
  lines?: Line[];
  seat?: number | null;
  timer?: Countdown | null;
  columns?: string[];
  cards?: Card[];
  people?: Person[];
  stages?: Stage[];
}

export interface Line {
  label: string;
  value?: string;
  now?: number | null;
  full?: number | null;
  on?: string;
  rule?: string;
  until?: number | null;
  seat?: number | null;
  cells?: string[];
  lit?: number | null;
  origin?: string;
  when?: string;
  then?: number | null;
}

export interface Countdown {
  word: string;
  tone?: string;
  until?: number | null;
  left?: number;
  full?: number;
  seat?: number | null;
}

export interface Card {
  title: string;
  text?: string;
  suit?: string;
  rank?: string;
  rule?: string;
  origin?: string;
}

export interface Person {
  id: string;
  name: string;
  title?: string;
  state?: string;
  tone?: string;
  pips?: Pips | null;
  facts?: [string, string][];
  tags?: string[];
  story?: string[];
}

export interface Stage {
  title: string;
  about?: string;
  state?: string;
  outcome?: string;
  tone?: string;
  key?: string;
  facts?: [string, string][];
  story?: string[];
  seat?: number | null;
}

export interface ChooseWire {
  type: "choose";
  options: OptionWire[];
  id: string;
  key: string;
  seat: number;
  prompt: string;
  rule: string;
  until?: number | null;
  secret?: boolean;
  aside?: boolean;
  can_wait?: boolean;
  default?: unknown;
  odds?: boolean;
  orders?: OptionWire[];
}

export interface OptionWire {
  value: unknown;
  label: string;
  on?: string;
  why?: Why[];
  odds?: boolean;
}

export interface Why {
  rule: string;
  says: string;
  remedy?: string;
}

export interface ConfirmWire {
  type: "confirm";
  yes?: string;
  no?: string;
  id: string;
  key: string;
  seat: number;
  prompt: string;
  rule: string;
  until?: number | null;
  secret?: boolean;
  aside?: boolean;
  can_wait?: boolean;
  default?: unknown;
  odds?: boolean;
  orders?: OptionWire[];
}

export interface PickWire {
  type: "pick";
  options: OptionWire[];
  least: number;
  most: number;
  id: string;
  key: string;
  seat: number;
  prompt: string;
  rule: string;
  until?: number | null;
  secret?: boolean;
  aside?: boolean;
  can_wait?: boolean;
  default?: unknown;
  odds?: boolean;
  orders?: OptionWire[];
}

export interface NumberWire {
  type: "number";
  low: number;
  high: number;
  id: string;
  key: string;
  seat: number;
  prompt: string;
  rule: string;
  until?: number | null;
  secret?: boolean;
  aside?: boolean;
  can_wait?: boolean;
  default?: unknown;
  odds?: boolean;
  orders?: OptionWire[];
}

export interface AssignWire {
  type: "assign";
  total: number;
  unit: string;
  buckets: BucketWire[];
  partly?: boolean;
  id: string;
  key: string;
  seat: number;
  prompt: string;
  rule: string;
  until?: number | null;
  secret?: boolean;
  aside?: boolean;
  can_wait?: boolean;
  default?: unknown;
  odds?: boolean;
  orders?: OptionWire[];
}

export interface BucketWire {
  value: string;
  label: string;
  min?: number;
  max?: number | null;
  on?: string;
}

export interface ArrangeWire {
  type: "arrange";
  items: OptionWire[];
  locked?: number[];
  id: string;
  key: string;
  seat: number;
  prompt: string;
  rule: string;
  until?: number | null;
  secret?: boolean;
  aside?: boolean;
  can_wait?: boolean;
  default?: unknown;
  odds?: boolean;
  orders?: OptionWire[];
}

export interface PlaceWire {
  type: "place";
  pieces: PieceWire[];
  zone?: string;
  optional?: boolean;
  id: string;
  key: string;
  seat: number;
  prompt: string;
  rule: string;
  until?: number | null;
  secret?: boolean;
  aside?: boolean;
  can_wait?: boolean;
  default?: unknown;
  odds?: boolean;
  orders?: OptionWire[];
}

export interface PieceWire {
  on: string;
  label: string;
  at?: number[];
  radius?: number;
  budget?: number;
  turns?: boolean;
}

export interface MoveWire {
  type: "move";
  pieces: PieceWire[];
  modes?: OptionWire[];
  together?: Record<string, number>;
  reach?: boolean;
  toward?: boolean;
  id: string;
  key: string;
  seat: number;
  prompt: string;
  rule: string;
  until?: number | null;
  secret?: boolean;
  aside?: boolean;
  can_wait?: boolean;
  default?: unknown;
  odds?: boolean;
  orders?: OptionWire[];
}

export interface RollWire {
  type: "roll";
  dice: number;
  sides?: number;
  classes?: ClassWire[];
  again?: number[];
  id: string;
  key: string;
  seat: number;
  prompt: string;
  rule: string;
  until?: number | null;
  secret?: boolean;
  aside?: boolean;
  can_wait?: boolean;
  default?: unknown;
  odds?: boolean;
  orders?: OptionWire[];
}

export interface ClassWire {
  low: number;
  high: number;
  name?: string;
}

export interface PlayWire {
  type: "play";
  game: string;
  setup: unknown;
  id: string;
  key: string;
  seat: number;
  prompt: string;
  rule: string;
  until?: number | null;
  secret?: boolean;
  aside?: boolean;
  can_wait?: boolean;
  default?: unknown;
  odds?: boolean;
  orders?: OptionWire[];
}

export interface Waiting {
  seat: number;
  prompt?: string;
  until?: number | null;
  locked?: boolean;
}

export interface Update {
  type: "update";
  seat: number;
  version: number;
  now: number;
  tokens?: Token[];
  gone?: string[];
  panels?: Panel[];
  closed?: string[];
  events?: EventWire[];
  dice?: DiceWire[];
  back?: number | null;
  board?: Board | null;
  asks?: Wire[];
  locked?: string[];
  waiting?: Waiting[];
  result?: Result | null;
  undo?: "" | "ask" | "free";
  orders?: Record<string, unknown>;
  muted?: number[];
  limits?: Record<string, number>;
  thinking?: number[];
  running?: boolean;
  opening?: boolean;
}

export interface Welcome {
  type: "welcome";
  room: RoomWire;
  board: Board;
  states: State[];
  chat?: ChatLine[];
  asked?: UndoAsked | null;
}

export interface Ack {
  type: "ack";
  seat: number;
  do: string;
  version: number;
  refusals?: Why[];
}

export interface QueryAnswer {
  type: "answer";
  n: number;
  refusals?: Why[];
  polygons?: number[][][];
  value?: unknown;
  ask?: string;
  reason?: string;
  forecasts?: Forecast[];
  distance?: number | null;
  visible?: boolean | null;
  notes?: string[];
  through?: [number, number][][];
}

export interface RoomNews {
  type: "room";
  room: RoomWire;
}

export interface UndoNews {
  type: "undo";
  asked?: UndoAsked | null;
  says?: string;
}

export interface Trouble {
  type: "error";
  says: string;
  code: string;
}

export interface Pong {
  type: "pong";
  now: number;
}

export type Wire =
  | ChooseWire
  | ConfirmWire
  | PickWire
  | NumberWire
  | AssignWire
  | ArrangeWire
  | PlaceWire
  | MoveWire
  | RollWire
  | PlayWire;

export type ToServer =
  | Hello
  | Act
  | Undo
  | Order
  | Concede
  | Claim
  | Query
  | Consent
  | Commit
  | Show
  | Chat
  | Mute
  | Leave
  | Replace
  | Rematch
  | Ping;

export type ToClient =
  | Welcome
  | State
  | Update
  | Ack
  | QueryAnswer
  | RoomNews
  | ChatLine
  | UndoNews
  | Trouble
  | Pong;

export type Changes =
  | Add
  | Choose
  | Remove
  | Rename
  | Count
  | Duplicate
  | Reorder;
