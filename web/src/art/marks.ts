/** Marks of state, in radii of a base: each has an outline of its own, so that they are told apart in grey and at ten pixels.
 * What many pieces have stands at an hour of its own on the rim; the others stand in a row above the piece. */
export interface MarkArt {
  at?: readonly [number, number];
  tab: string; // its outline
  sign?: string; // drawn on it with a line
  width?: number; // of that line
  dot?: number; // radius of a dot in its middle
}

const DISC = "M-.36 0A.36.36 0 1 1 .36 0 .36.36 0 1 1-.36 0Z";
const SHIELD = "M-.34-.32H.34V.02Q.34.3 0 .44-.34.3-.34.02Z";
const LOW = "M-.44-.14Q-.44-.3-.28-.3H.28Q.44-.3.44-.14V.28H-.44Z";

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
  engaging: {
    at: [-0.98, 0.34],
    tab: DISC,
    sign: "M0-.32V-.14M0 .14V.32M-.32 0H-.14M.14 0H.32",
    width: 0.1,
    dot: 0.07,
  },
  suppressed: { at: [-0.84, -0.72], tab: "M-.4-.34H.4L.12.12H.36V.34H-.36V.12H-.12Z" },
  // A man who lies flat; an open eye; two blades; a parcel; a lock; a shield; an arrow up; a veil.
  prone: {
    tab: LOW,
    sign: "M-.28.02a.05.05 0 1 0 .1 0 .05.05 0 1 0-.1 0M-.08.04.14.08H.3",
    width: 0.1,
  },
  watching: { tab: DISC, sign: "M-.26 0Q0-.3.26 0 0 .3-.26 0Z", width: 0.07, dot: 0.08 },
  fighting: {
    tab: "M0-.46.44 0 0 .46-.44 0Z",
    sign: "M-.17-.2.15.16M.17-.2-.15.16M-.2.02-.04.2M.2.02.04.2",
    width: 0.07,
  },
  carrying: { tab: "M-.34-.3H.34V.34H-.34Z", sign: "M-.34-.08H.34M0-.08V.34", width: 0.08 },
  bound: {
    tab: "M-.3-.06H-.22V-.2A.22.22 0 0 1 .22-.2V-.06H.3V.38H-.3Z",
    sign: "M-.09-.06V-.18A.09.09 0 0 1 .09-.18V-.06ZM0 .1V.22",
    width: 0.08,
  },
  shielded: { tab: SHIELD, sign: "M0-.16V.24M-.18-.02H.18", width: 0.09 },
  aided: { tab: "M0-.46.4-.02H.18V.36H-.18V-.02H-.4Z" },
  veiled: {
    tab: "M-.36.34V-.06A.36.36 0 0 1 .36-.06V.34L.18.2 0 .34-.18.2Z",
    sign: "M-.14-.06H-.08M.08-.06H.14",
    width: 0.13,
  },
  // Under another's will; who bends it; in the ground, above it, below it, within walls; used up; power; out of order.
  controlled: { tab: DISC, sign: "M.02.02Q.1-.08 0-.12-.16-.14-.16.04-.12.22.06.2.26.14.22-.08", width: 0.08 },
  controlling: { tab: SHIELD, sign: "M-.18-.2V-.04Q-.18.08 0 .08 .18.08.18-.04V-.2M0-.22V.26", width: 0.09 },
  dug: { tab: LOW, sign: "M-.3.1-.16-.06 0 .1.16-.06.3.1", width: 0.09 },
  high: { tab: "M0-.44.38-.1V.32H-.38V-.1Z", sign: "M-.18.02 0-.16.18.02M-.18.22 0 .04.18.22", width: 0.08 },
  underground: { tab: "M-.38-.34H.38V.06L0 .42-.38.06Z", sign: "M-.24-.18H.24M-.15-.02 0 .14.15-.02", width: 0.09 },
  inside: { tab: "M0-.46.42-.1H.34V.36H-.34V-.1H-.42Z", sign: "M-.1.36V.08H.1V.36", width: 0.09 },
  spent: { tab: DISC, sign: "M-.17-.17.17.17M.17-.17-.17.17", width: 0.1 },
  power: { tab: "M.1-.48-.3.06H-.04L-.1.48.3-.1H.04Z" },
  damaged: {
    tab: "M-.36-.36H.36V.36H-.36Z",
    sign: "M-.2-.2.2.2M.2-.06A.14.14 0 0 1 .06-.2M-.06.2A.14.14 0 0 1-.2.06",
    width: 0.09,
  },
  held: { tab: "M-.32-.46H-.2V-.4H.38L.2-.15.38.1H-.2V.46H-.32Z" },
  charged: { tab: DISC, sign: "M0-.02V-.2M-.12-.1A.18.18 0 1 0 .12-.1", width: 0.1 },
};
