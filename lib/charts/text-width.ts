/** Mean advance of a character at 11 px: text in charts is not measured, so that it lies in the same place everywhere. */
export const CHARACTER_PX = 6.1;
