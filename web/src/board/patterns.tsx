import type { JSX } from "preact";

/** Fill patterns, in inches of the table. Each kind of ground has its own drawing, so that none is told by colour alone. */
export function Patterns(props: { width: number; depth: number; flip: boolean }): JSX.Element {
  const upright = props.flip ? "rotate(180)" : undefined;
  return (
    <defs>
      <clipPath id="table-edge">
        <rect width={props.width} height={props.depth} />
      </clipPath>
      <pattern id="f-woods" patternTransform={upright} width="2" height="2" patternUnits="userSpaceOnUse">
        <rect width="2" height="2" fill="var(--wood)" />
        <path d="M.5.2.85.85H.15ZM1.5 1.1 1.9 1.8H1.1Z" fill="none" stroke="var(--wood-line)" stroke-width=".09" />
        <path d="M.5.85V1M1.5 1.8V1.950" stroke="var(--wood-line)" stroke-width=".09" />
      </pattern>
      <pattern id="f-rough" patternTransform={upright} width="1.4" height="1.4" patternUnits="userSpaceOnUse">
        <rect width="1.4" height="1.4" fill="var(--rough)" />
        <path
          d="M.1.45.35.15.6.45M.8 1.150 1.050.85 1.300 1.150"
          fill="none"
          stroke="var(--rough-line)"
          stroke-width=".09"
        />
      </pattern>
      <pattern id="f-hill" width="1.2" height="1.2" patternUnits="userSpaceOnUse" patternTransform="rotate(18)">
        <rect width="1.2" height="1.2" fill="var(--hill)" />
        <path
          d="M0 .3q.3-.2.6 0t.6 0M0 .9q.3-.2.6 0t.6 0"
          fill="none"
          stroke="var(--hill-line)"
          stroke-width=".06"
          opacity=".7"
        />
      </pattern>
      <pattern id="f-water" width="1.6" height="1" patternUnits="userSpaceOnUse">
        <rect width="1.6" height="1" fill="var(--water)" />
        <path d="M0 .3q.4-.3.8 0t.8 0M0 .8q.4-.3.8 0t.8 0" fill="none" stroke="var(--water-line)" stroke-width=".07" />
      </pattern>
      <pattern id="f-building" width="1" height="1" patternUnits="userSpaceOnUse">
        <rect width="1" height="1" fill="var(--stone)" />
        <path d="M0 0H1M0 .5H1M.25 0V.5M.75.5V1" stroke="var(--stone-line)" stroke-width=".05" opacity=".55" />
      </pattern>
      <pattern id="f-ruin" patternTransform={upright} width="1.3" height="1.3" patternUnits="userSpaceOnUse">
        <rect width="1.3" height="1.3" fill="var(--stone)" opacity=".75" />
        <path
          d="M.1.2h.4v.2M.75.75h.35v.35M.2 1l.2-.25.2.2"
          fill="none"
          stroke="var(--stone-line)"
          stroke-width=".08"
        />
      </pattern>
      <pattern id="f-road" width="2" height="2" patternUnits="userSpaceOnUse">
        <rect width="2" height="2" fill="var(--road)" />
        <circle cx=".5" cy=".6" r=".06" fill="var(--road-line)" />
        <circle cx="1.5" cy="1.4" r=".06" fill="var(--road-line)" />
      </pattern>
      <pattern id="f-crater" width="1" height="1" patternUnits="userSpaceOnUse">
        <rect width="1" height="1" fill="var(--rough)" />
        <circle cx=".5" cy=".5" r=".22" fill="none" stroke="var(--rough-line)" stroke-width=".07" />
      </pattern>
      <pattern id="f-hazard" width="1.2" height="1.2" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="1.2" height="1.2" fill="var(--bad-soft)" />
        <rect width=".4" height="1.2" fill="var(--bad)" opacity=".5" />
      </pattern>
      {[0, 1, 2, 3].map((seat) => (
        <pattern
          key={seat}
          id={`zone-${seat}`}
          width="1.6"
          height="1.6"
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${[45, -45, 0, 90][seat]})`}
        >
          <rect class="zone-tint" width="1.6" height="1.6" fill={`var(--seat${seat})`} />
          <rect class="zone-stripe" width=".12" height="1.6" fill={`var(--seat${seat})`} />
        </pattern>
      ))}
      <pattern id="zone-any" width="1.6" height="1.6" patternUnits="userSpaceOnUse">
        <circle cx=".8" cy=".8" r=".12" fill="var(--nobody)" opacity=".6" />
      </pattern>
    </defs>
  );
}
