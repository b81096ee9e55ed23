/** Marks of state, in radii of a base: each has an outline of its own, so that they are told apart in grey and at ten pixels,
 * and an hour of its own on the rim. */
export interface MarkArt {
  at: readonly [number, number];
  tab: string; // its outline
  sign?: string; // drawn on it with a line
  width?: number; // of that line
  dot?: number; // radius of a dot in its middle
}

export const MARKS: Readonly<Record<string, MarkArt>> = {
  leader: { at: [0, -1.02], tab: "M0-.44.11-.14.42-.14.17.05.27.36 0 .17-.27.36-.17.05-.42-.14-.11-.14Z" },
  activated: { at: [0.84, -0.72], tab: "M-.32-.32H.32V.32H-.32Z", sign: "M-.18 0-.04.15.2-.16", width: 0.11 },
  wounded: {
    at: [0.98, 0.34],
    tab: "M0-.46C.14-.2.34-.04.34.14A.34.34 0 0 1-.34.14C-.34-.04-.14-.2 0-.46Z",
    sign: "M-.14.14H.14M0 0V.28",
    width: 0.09,
  },
  concealed: { at: [-0.98, 0.34], tab: "M-.5 0Q0-.5.5 0 0 .5-.5 0Z", sign: "M-.3.3.3-.3", width: 0.1, dot: 0.11 },
  suppressed: { at: [-0.84, -0.72], tab: "M-.4-.34H.4L.12.12H.36V.34H-.36V.12H-.12Z" },
};
