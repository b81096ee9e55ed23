import { Fragment, type JSX } from "preact";
import { useEffect } from "preact/hooks";
import { CalculatorPage } from "./pages/calculator";
import { CreatePage } from "./pages/create";
import { GamesWith } from "./pages/game-pages";
import { HomePage } from "./pages/home";
import { PaperPage } from "./pages/paper";
import { ReplayPage } from "./pages/replay";
import { RulesPage } from "./pages/rules";
import { TablePage } from "./pages/table";
import { link, place } from "./router";
import { t } from "./strings";
import { Later } from "./ui/later";
import { Help, RuleDrawer, SettingsBox } from "./ui/overlays";
import { TopBar } from "./ui/parts";

const TITLES: Record<string, string> = {
  create: t.titles.create,
  table: t.titles.table,
  replay: t.titles.replay,
  rules: t.titles.rules,
  paper: t.titles.paper,
  odds: t.titles.odds,
  companion: t.titles.companion,
  lab: t.titles.lab,
  muster: t.titles.muster,
  meet: t.titles.meet,
};

const companion = () => import("./companion/page").then((m) => m.CompanionPage);
const lab = () => import("./pages/lab").then((m) => m.LabPage);
const meet = () => import("./muster/meeting").then((m) => m.MeetingPage);
const muster = () => import("./muster/page").then((m) => m.MusterPage);

type Page = (rest: string[]) => JSX.Element;

/** The first part of the address picks the page. */
const PAGES: Record<string, Page> = {
  "": () => <HomePage />,
  paper: ([game]) =>
    game ? <PaperPage key={game} game={game} /> : <GamesWith page="paper" title={t.paper.title} lead={t.paper.about} />,
  odds: ([game, id, ...said]) =>
    game ? (
      <CalculatorPage key={`${game}/${id}/${said.join("/")}`} game={game} id={id ?? ""} said={said} />
    ) : (
      <GamesWith page="odds" title={t.calculator.title} lead={t.calculator.lead} />
    ),
  companion: () => <Later load={companion} given={{}} {...t.companion} />,
  lab: () => <Later load={lab} given={{}} {...t.lab} />,
  muster: ([game, list = "", seat = ""]) =>
    game ? (
      <Later key={`${game}/${list}/${seat}`} load={muster} given={{ game, link: list, seat }} {...t.muster} />
    ) : (
      <GamesWith page="muster" title={t.muster.title} lead={t.muster.lead} />
    ),
  meet: ([id = "", list = ""]) => <Later key={id} load={meet} given={{ id, list }} {...t.meet} />,
  create: ([game, list, seat]) => <CreatePage game={game ?? ""} list={list ?? ""} seat={Number(seat ?? 0) || 0} />,
  table: ([room]) => <TablePage key={room} room={room ?? ""} />,
  replay: ([room, index]) => <ReplayPage key={`${room}/${index}`} room={room ?? ""} index={index ?? ""} />,
  rules: ([game, rule]) =>
    game ? (
      <RulesPage key={game} game={game} rule={rule ?? ""} />
    ) : (
      <GamesWith page="rules" title={t.rules.title} lead={t.rules.lead} />
    ),
};

function Missing(): JSX.Element {
  return (
    <>
      <TopBar />
      <main class="page narrow">
        <h1>{t.missing}</h1>
        <p>
          <a {...link("/")}>{t.table.home}</a>
        </p>
      </main>
    </>
  );
}

export function App(): JSX.Element {
  const [first = "", ...rest] = place.value;
  const page = PAGES[first];
  useEffect(() => {
    document.title = TITLES[first] ?? t.brand;
  }, [first]);
  return (
    <>
      {/* Pages that are fetched are one component: nothing of one may stay in the next. */}
      <Fragment key={first}>{page ? page(rest) : <Missing />}</Fragment>
      <RuleDrawer />
      <Help />
      <SettingsBox />
    </>
  );
}
