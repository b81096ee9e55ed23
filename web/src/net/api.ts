import { t } from "../strings";
import type {
  BattlesWire,
  BookWire,
  Branch,
  Bring,
  CalculatorsWire,
  DifferencesWire,
  Forecasts,
  GameDetail,
  GameWire,
  Join,
  KeepList,
  KeptList,
  MeetingWire,
  Met,
  MusterAsk,
  MusterDraft,
  MusterPair,
  MusterText,
  MusterTrial,
  MusterWire,
  NewRoom,
  PrintsWire,
  Problem,
  ReplayWire,
  ReportWire,
  RoomWire,
  RulesWire,
  Seated,
  State,
  TakeBack,
  TrialWire,
  Upload,
  Values,
  Verdict,
} from "../wire";

/** What the server said instead of an answer, in words that can be shown. */
class Refused extends Error {
  constructor(
    says: string,
    readonly code: string,
  ) {
    super(says);
  }
}

async function answered(
  method: string,
  path: string,
  body?: unknown,
  token?: string,
  signal?: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  } catch {
    throw new Refused(t.errors.unreachable, "line");
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => ({}))) as Partial<Problem> & { detail?: string };
    throw new Refused(problem.says ?? problem.detail ?? t.errors.status(answer.status), problem.code ?? "bad");
  }
  return answer;
}

async function call<T>(method: string, path: string, body?: unknown, token?: string, signal?: AbortSignal): Promise<T> {
  const answer = await answered(method, path, body, token, signal);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const muster = (game: string) => `/games/${encodeURIComponent(game)}/muster`;
const kept = (key: string) => `/lists/${encodeURIComponent(key)}`;
const meeting = (id: string) => `/meetings/${encodeURIComponent(id)}`;
const room = (id: string) => `/rooms/${encodeURIComponent(id)}`;

export const api = {
  games: () => call<GameWire[]>("GET", "/games"),
  game: (id: string) => call<GameDetail>("GET", `/games/${encodeURIComponent(id)}`),
  rules: (id: string) => call<RulesWire>("GET", `/games/${encodeURIComponent(id)}/rules`),
  prints: (id: string) => call<PrintsWire>("GET", `/games/${encodeURIComponent(id)}/print`),
  calculators: (id: string) => call<CalculatorsWire>("GET", `/games/${encodeURIComponent(id)}/odds`),
  calculate: (game: string, id: string, values: Values) =>
    call<Forecasts>("POST", `/games/${encodeURIComponent(game)}/odds/${encodeURIComponent(id)}`, values),
  book: (game: string) => call<BookWire>("GET", muster(game)),
  muster: (game: string, ask: MusterAsk) => call<MusterWire>("POST", muster(game), ask),
  draftList: (game: string, draft: MusterDraft) => call<MusterWire>("POST", `${muster(game)}/draft`, draft),
  readList: (game: string, text: MusterText) => call<MusterWire>("POST", `${muster(game)}/read`, text),
  differences: (game: string, pair: MusterPair) => call<DifferencesWire>("POST", `${muster(game)}/difference`, pair),
  worth: (game: string, ask: MusterAsk) => call<Forecasts>("POST", `${muster(game)}/worth`, ask),
  tryList: (game: string, trial: MusterTrial, signal: AbortSignal) =>
    call<TrialWire>("POST", `${muster(game)}/trial`, trial, undefined, signal),
  battlesFor: (game: string, ask: MusterAsk) => call<BattlesWire>("POST", `${muster(game)}/battles`, ask),
  keepList: (list: KeepList) => call<KeptList>("POST", "/lists", list),
  keptList: (key: string) => call<KeptList>("GET", kept(key)),
  keepVersion: (key: string, list: KeepList) => call<KeptList>("POST", kept(key), list),
  deleteList: (key: string) => call<void>("DELETE", kept(key)),
  meet: (plan: NewRoom) => call<Met>("POST", "/meetings", plan),
  meeting: (id: string) => call<MeetingWire>("GET", meeting(id)),
  joinMeeting: (id: string, how: Join) => call<Met>("POST", `${meeting(id)}/join`, how),
  bring: (id: string, what: Bring, token: string) => call<MeetingWire>("POST", `${meeting(id)}/bring`, what, token),
  takeBack: (id: string, what: TakeBack, token: string) =>
    call<MeetingWire>("POST", `${meeting(id)}/take-back`, what, token),
  reports: () => call<ReportWire[]>("GET", "/lab"),
  studied: (report: string, file: string) =>
    call<unknown>("GET", `/lab/${encodeURIComponent(report)}/${encodeURIComponent(file)}`),
  create: (plan: NewRoom) => call<Seated>("POST", "/rooms", plan),
  room: (id: string) => call<RoomWire>("GET", room(id)),
  join: (id: string, how: Join) => call<Seated>("POST", `${room(id)}/join`, how),
  save: (id: string, token?: string) => call<unknown>("GET", `${room(id)}/save`, undefined, token),
  /** The same to the last byte, as it can be kept and proved. */
  record: async (id: string, token?: string) =>
    new Uint8Array(await (await answered("GET", `${room(id)}/save`, undefined, token)).arrayBuffer()),
  resume: (upload: Upload) => call<Seated>("POST", "/rooms/resume", upload),
  watch: (upload: Upload) => call<RoomWire>("POST", "/replays", upload),
  replay: (id: string, token?: string) => call<ReplayWire>("GET", `${room(id)}/replay`, undefined, token),
  moment: (id: string, index: number, seat: number, token?: string) =>
    call<State>("GET", `${room(id)}/replay/${index}?seat=${seat}`, undefined, token),
  branch: (id: string, how: Branch, token?: string) => call<Seated>("POST", `${room(id)}/branch`, how, token),
  verify: (id: string, token?: string) => call<Verdict>("GET", `${room(id)}/verify`, undefined, token),
};

const asked = new Map<string, Promise<RulesWire>>();

/** Rules are asked for once per visit. */
export function rulesOf(game: string): Promise<RulesWire> {
  let known = asked.get(game);
  if (!known) {
    known = api.rules(game);
    known.catch(() => asked.delete(game));
    asked.set(game, known);
  }
  return known;
}
