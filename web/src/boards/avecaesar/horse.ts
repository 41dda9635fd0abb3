// A galloping horse from the side, around the middle of its body, facing right: about 75 units long and 60 high.

/** Head and neck of one that runs behind another. */
export const HEAD =
  "M-3-14C4-15 8-19 12-25C15-31 19-34 23-34.500L24-40L28.500-34C34-31 40-23 43.500-18C45-14 42-11.500 39-13.500C35-16 31-18 28-17.500C25-16 22.500-11 21.500-6C21 2 12 2 6 0Z";

/** The whole horse, without its legs. */
export const BODY =
  "M-23-7C-23-14-13-16-4-14C4-13 8-17 12-24C15-30 19-34 23-34.500L24-40L28.500-34C34-31 40-23 43.500-18C45-14 42-11.500 39-13.500C35-16 31-18 28-17.500C25-16 22.500-11 21.500-6C21 1 15 4 8 3.500C0 5-9 2-13 3C-20 4-23 0-23-7Z";

/** Four legs, as lines. */
export const LEGS = "M14 0L25 5L36 2M9 2L18 10L23 18M-15-1L-24 5L-35 9M-11 1L-17 10L-27 17";
