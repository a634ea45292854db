/** Why the program cannot start, in one line for the person who started it. Ends the process with code 2. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
