/** A path of this site to come back to after a sign-in; anything that could lead elsewhere is "/". */
export function safeReturn(path: string): string {
  return /^\/(?![/\\])/.test(path) && !path.startsWith('/sign-in') && !/\p{Cc}/u.test(path) ? path : '/';
}
