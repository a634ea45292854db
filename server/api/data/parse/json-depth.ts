const QUOTE = 34;
const BACKSLASH = 92;
const OPENERS = new Set([91, 123]);
const CLOSERS = new Set([93, 125]);

/**
 * How deep brackets nest outside of strings. Reads every character once and calls nothing: the text is checked before a
 * parser that recurses sees it, and it may be tens of megabytes (a regular expression overflows on one such string).
 */
export function jsonDepth(json: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let i = 0; i < json.length; i += 1) {
    const code = json.charCodeAt(i);
    if (isInString) {
      if (code === BACKSLASH) i += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (OPENERS.has(code)) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (CLOSERS.has(code)) depth -= 1;
  }
  return deepest;
}
