/** Whether some jobs of a run are read and others are not; before the first answer there is nothing to say. */
export const isReadInPart = (read: number, total: number): boolean => read > 0 && read < total;
