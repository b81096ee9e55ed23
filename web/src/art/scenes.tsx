import type { JSX } from "preact";

/** The pictures of the games on the home page: drawn here, 320 by 140, ground colours fixed in every theme. */

const frame = {
  viewBox: "0 0 320 140",
  preserveAspectRatio: "xMidYMid slice",
  class: "scene",
  "aria-hidden": true,
} as const;

function Sky(props: { id: string; top: string; low: string }) {
  return (
    <>
      <defs>
        <linearGradient id={props.id} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color={props.top} />
          <stop offset="1" stop-color={props.low} />
        </linearGradient>
      </defs>
      <rect width="320" height="140" fill={`url(#${props.id})`} />
    </>
  );
}

function Stars(props: { fill: string }) {
  const at = [
    [18, 14],
    [47, 31],
    [83, 10],
    [120, 26],
    [149, 8],
    [196, 20],
    [228, 9],
    [262, 33],
    [301, 15],
    [281, 52],
    [12, 55],
    [60, 58],
  ];
  return (
    <g fill={props.fill}>
      {at.map(([x, y], i) => (
        <circle key={i} cx={x} cy={y} r={i % 3 ? 0.6 : 1.1} />
      ))}
    </g>
  );
}

/** A soldier about 14 high, standing on y = 0. */
function Trooper(props: { x: number; y: number; k?: number; fill: string }) {
  const k = props.k ?? 1;
  return (
    <path
      transform={`translate(${props.x} ${props.y}) scale(${k} ${Math.abs(k)})`}
      fill={props.fill}
      d="M-2.6 0-2 -5.2-2.6 -9.4-1.2 -10.8a2 2 0 1 1 2.6 0L2.8 -9.6 8.4 -9.2V-8.2L3 -7.6 2.2 -5 3 0H1.2L0 -4.2-1 0Z"
    />
  );
}

/** Xenos Rampant: walkers and infantry on the ridges of a desert with two moons. */
export function Rampant(): JSX.Element {
  return (
    <svg {...frame}>
      <Sky id="sky-rampant" top="#2a1b3d" low="#e08a4a" />
      <Stars fill="#ffe8c8" />
      <circle cx="232" cy="44" r="26" fill="#f7c98b" />
      <circle cx="224" cy="38" r="5" fill="#e7ae6c" />
      <circle cx="241" cy="52" r="3.4" fill="#e7ae6c" />
      <circle cx="276" cy="22" r="7" fill="#d9e3ec" />
      <path d="M0 96 40 74l30 14 42-30 40 26 44-16 50 22 34-16 40 18v48H0Z" fill="#9c5236" />
      <path d="M0 112 52 94l46 14 60-18 56 20 50-14 56 16v28H0Z" fill="#6d3428" />
      <g fill="#2b1418">
        <path d="M196 96h22l7-9-4-10h-9l-3-7h-9l-2 6-8 3-3 9 4 8Zm-3-2-11 10 3 14h-4l-4-15 10-12Zm29 0 9 10-4 14h4l5-15-9-11Zm-14 2-2 22h5l1-22Z" />
        <path d="M199 78 172 74v-2.4l28 2.6Z" />
        <path d="M128 96h13l4-6-3-6h-6l-2-4h-5l-1 4-5 2-1 5 2 4Zm-3 0-6 8 2 9h-3l-3-10 6-9Zm16 0 6 8-3 9h3l3-10-6-8Z" />
      </g>
      <path d="M0 126 70 112l70 10 80-12 100 14v16H0Z" fill="#2b1418" />
      {[28, 44, 61, 75, 92].map((x, i) => (
        <Trooper key={x} x={x} y={118 - (i % 2) * 2} k={0.95} fill="#2b1418" />
      ))}
      <path d="M97 106h34M104 101h22" stroke="#ffd98a" stroke-width="1.1" />
      <path d="m170 73-22 17" stroke="#ffd98a" stroke-width="1.4" stroke-dasharray="9 5" />
    </svg>
  );
}

/** Kill Team: a helmet in the sights among the windows of a ruined street. */
function KillTeam(): JSX.Element {
  const windows: JSX.Element[] = [];
  for (let i = 0; i < 24; i++) {
    const x = 14 + (i % 12) * 26 + (i % 2) * 4;
    const y = 32 + Math.floor(i / 12) * 30 + ((i * 7) % 9);
    if (x > 120 && x < 200) continue;
    windows.push(
      <rect
        key={i}
        x={x}
        y={y}
        width="9"
        height="15"
        fill={i % 5 === 1 ? "#ffc857" : "#0c1713"}
        opacity={i % 5 === 1 ? 0.85 : 1}
      />,
    );
  }
  return (
    <svg {...frame}>
      <Sky id="sky-killteam" top="#0c1a19" low="#2f6a5c" />
      <path
        d="M0 140V30l22-8 6 12 20-10v-8h22l4 20 26-4v12l14 6v90ZM210 140V46l12-18 22 8 4-14h26l8 16 18-6 20 10v98Z"
        fill="#17332d"
      />
      <path d="M0 140V74l34-10 20 14 30-6 24 16v52Zm216 0V80l30-8 22 14 24-10 28 12v52Z" fill="#10241f" />
      {windows}
      <path d="M0 128c60-14 110-6 160-4s110-10 160 2v14H0Z" fill="#081210" />
      <g>
        <path
          d="M160 30c24 0 38 17 38 42 0 10-3 18-6 24l5 12 27 10 8 22H88l8-22 27-10 5-12c-3-6-6-14-6-24 0-25 14-42 38-42Z"
          fill="#081210"
        />
        <path d="M160 35c20 0 32 14 33 36l-12 5H139l-12-5c1-22 13-36 33-36Z" fill="#214a40" />
        <path d="M131 72h58l-4 13-17 3-8-5-8 5-17-3Z" fill="#7ff0c0" />
        <path d="M133 74h54l-1 4h-52Z" fill="#d5fff0" />
        <path d="M147 96h26l-4 16h-18Z" fill="#214a40" />
        <path d="M152 99v10m5-10v11m6-11v11m5-11v10" stroke="#081210" stroke-width="2" />
      </g>
      <g fill="none" stroke="#ff8a68" stroke-width="1.2">
        <circle cx="160" cy="76" r="46" stroke-dasharray="52 20.3" stroke-dashoffset="26" />
        <path d="M160 20v16m0 80v16M100 76h18m84 0h18" />
      </g>
    </svg>
  );
}

/** XCX: a thing of many eyes above the bag of dice. */
function Xcx(): JSX.Element {
  const die = (x: number, y: number, turn: number, pips: readonly (readonly [number, number])[], fill: string) => (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <rect x="-9" y="-9" width="18" height="18" rx="3.4" fill={fill} />
      {pips.map(([a, b]) => (
        <circle key={`${a}${b}`} cx={a} cy={b} r="1.8" fill="#190b2b" />
      ))}
    </g>
  );
  return (
    <svg {...frame}>
      <Sky id="sky-xcx" top="#12081f" low="#5a2a7d" />
      <g stroke="#8d57b8" stroke-width="1" fill="none" opacity="0.7">
        <path d="M0 140 132 84M320 140 188 84M60 140l80-56m120 56-80-56M116 140l30-56m58 56-30-56M160 140V84M0 112h320M40 98h240M84 89h152" />
        <path d="M132 84V20L0 0m188 84V20L320 0M132 20h56" />
      </g>
      <path
        d="M160 10c30 0 50 22 50 50 0 18-8 28-14 38l4 14-12-6-6 14-10-12-12 16-12-16-10 12-6-14-12 6 4-14c-6-10-14-20-14-38 0-28 20-50 50-50Z"
        fill="#1c0d2e"
      />
      <path d="M118 60c-18-2-34 8-44 26 6-20 14-38 46-42Zm84 0c18-2 34 8 44 26-6-20-14-38-46-42Z" fill="#1c0d2e" />
      <g fill="#c7f25a">
        <path d="M134 50l19 9-5 9-14-6Zm52 0-19 9 5 9 14-6Z" />
        <circle cx="160" cy="42" r="3.4" />
        <circle cx="147" cy="36" r="2.4" />
        <circle cx="173" cy="36" r="2.4" />
      </g>
      <path d="M146 84h28M149 84l2 8 3-8 3 9 3-9 3 9 3-9 3 8 2-8" stroke="#c7f25a" stroke-width="1.5" fill="none" />
      {die(
        70,
        116,
        -14,
        [
          [-4, -4],
          [4, 4],
          [0, 0],
        ],
        "#6cb6ff",
      )}
      {die(
        96,
        126,
        9,
        [
          [-4, -4],
          [4, 4],
          [-4, 4],
          [4, -4],
        ],
        "#6cb6ff",
      )}
      {die(228, 122, -7, [[0, 0]], "#ff8a68")}
      {die(
        252,
        114,
        17,
        [
          [-4, -4],
          [4, 4],
          [-4, 4],
          [4, -4],
          [0, 0],
        ],
        "#ff8a68",
      )}
    </svg>
  );
}

/** Xenocide: a titan over a burning city, columns of armour at its feet. */
export function Xenocide(): JSX.Element {
  const tank = (x: number, y: number, k: number) => (
    <path
      key={x}
      transform={`translate(${x} ${y}) scale(${k})`}
      d="M-9 0h18l2-3-2-3H4l-1-3h-6l-1 3h-5l-2 3ZM3-7.6l11-1.4v1.2L3-6Z"
      fill="#0d0709"
    />
  );
  return (
    <svg {...frame}>
      <Sky id="sky-xenocide" top="#1b0b14" low="#c2402b" />
      <circle cx="206" cy="78" r="56" fill="#ff7a45" opacity="0.35" />
      <circle cx="206" cy="84" r="36" fill="#ffb35c" opacity="0.45" />
      <path d="M0 140V84h14V62h20v24h12V50h16v40h18V70h22v70Zm234 0V76h16V56h20v28h10V64h18v20h22v56Z" fill="#4a1a1c" />
      <path d="M0 140v-32h26V92h18v20h24V96h20v44Zm250 0v-40h22v12h22V94h26v46Z" fill="#2a0f13" />
      <g fill="#0d0709">
        <path d="M146 26h28l8 8 14 2 6 14-5 6-11-3-4 15-8 8 10 14-3 24h8v6h-24l3-28-10-16-10 16 3 28h-24v-6h8l-3-24 10-14-8-8-4-15-11 3-5-6 6-14 14-2Z" />
        <path d="M150 14h20l4 12h-28Z" />
        <path d="M119 44 92 42v-5l28 2ZM201 46h30v-3h8v9h-8v-3h-30ZM126 20l10-8 4 16-8 6ZM194 20l-10-8-4 16 8 6Z" />
      </g>
      <path d="M153 19h14l-1.500 3h-11Z" fill="#ffd25e" />
      <circle cx="160" cy="46" r="5" fill="#ff5a36" />
      <path d="M239 47h81M92 39.500H60" stroke="#ffe6a8" stroke-width="2" />
      <path d="M60 39.500 40 60" stroke="#ffe6a8" stroke-width="1" stroke-dasharray="3 3" />
      <path d="M0 126c80-8 240-8 320 0v14H0Z" fill="#0d0709" />
      {[30, 62, 96].map((x, i) => tank(x, 125 - i, 0.9))}
      {[222, 254, 288].map((x, i) => tank(x, 123 + i, 0.9))}
    </svg>
  );
}

/** XCOM: the globe under watch, a saucer coming in, interceptors rising to it. */
function Xcom(): JSX.Element {
  return (
    <svg {...frame}>
      <Sky id="sky-xcom" top="#04101f" low="#0d3a63" />
      <Stars fill="#cfe6ff" />
      <g>
        <circle cx="160" cy="150" r="104" fill="#0f4f80" />
        <circle cx="160" cy="150" r="104" fill="none" stroke="#7cc4ff" stroke-width="1.4" />
        <g fill="#57b37c">
          <path d="M88 84c10-12 26-20 40-20l6 8-12 8 2 10-14 6-4 12-12 4-10-8Z" />
          <path d="m150 70 24-6 22 8 22 14 10 18-16 4-10-8-14 4-8-14-14 2-14-10Z" />
          <path d="m150 98 18 2 12 14-6 20h-16l-12-18Z" />
        </g>
        <g fill="none" stroke="#7cc4ff" stroke-width="0.7" opacity="0.7">
          <ellipse cx="160" cy="150" rx="40" ry="104" />
          <ellipse cx="160" cy="150" rx="78" ry="104" />
          <path d="M160 46v94M68 100h184M60 122h200M92 72h136" />
        </g>
      </g>
      <g>
        <ellipse cx="240" cy="34" rx="30" ry="7" fill="#c9d6e0" />
        <path d="M224 31c2-13 30-13 32 0Z" fill="#8fe6c0" />
        <ellipse cx="240" cy="36.500" rx="22" ry="3" fill="#5d6f7d" />
        <path d="M226 42 206 96h22l16-54Z" fill="#8fe6c0" opacity="0.28" />
      </g>
      <g fill="#ffc857">
        <path d="m96 52 12-2 6-6-1 8 7 5-9 1-3 8-4-8Z" />
        <path d="m124 34 10-2 5-5-1 7 6 4-8 1-2 7-3-7Z" />
      </g>
      <g fill="none" stroke="#ffc857" stroke-width="1" stroke-dasharray="4 3">
        <path d="M78 92c4-18 8-28 22-38M98 80c4-18 14-34 28-44" />
      </g>
      <g fill="none" stroke="#ff8a68" stroke-width="1.2">
        <circle cx="240" cy="33" r="38" stroke-dasharray="8 5" />
        <circle cx="196" cy="84" r="5" />
        <circle cx="196" cy="84" r="1.500" fill="#ff8a68" />
      </g>
    </svg>
  );
}

/** Any other game: a table seen from above, two pieces and a wall. */
function AnyGame(): JSX.Element {
  return (
    <svg {...frame}>
      <Sky id="sky-any" top="#101820" low="#24384a" />
      <g stroke="#3d566b" stroke-width="0.8">
        {[20, 60, 100, 140, 180, 220, 260, 300].map((x) => (
          <path key={x} d={`M${160 + (x - 160) * 0.5} 30 ${160 + (x - 160) * 1.5} 140`} />
        ))}
        <path d="M60 40h200M36 62h248M10 92h300M-20 130h360" />
      </g>
      <path d="M132 66h56v14h-56Z" fill="#5d7183" />
      <path d="M132 66h56l-4-8h-48Z" fill="#8ea5b8" />
      <circle cx="112" cy="104" r="14" fill="#6cb6ff" />
      <path d="m206 38 10 5v10l-10 5-10-5V43Z" fill="#ff8a68" />
      <path d="M122 94 198 54" stroke="#ffc857" stroke-width="1.4" stroke-dasharray="5 4" />
    </svg>
  );
}

const SCENES: Record<string, () => JSX.Element> = {
  rampant: Rampant,
  killteam: KillTeam,
  xcx: Xcx,
  xenocide: Xenocide,
  xcom: Xcom,
};

export function GameScene(props: { game: string }): JSX.Element {
  const Scene = SCENES[props.game] ?? SCENES[props.game.split("-")[0] ?? ""] ?? AnyGame;
  return <Scene />;
}
