import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

/** JSON lines with readable levels and UTC times, as the control plane writes them. */
export function createLogger(options: {
  level: Config['LOG_LEVEL'];
  destination?: DestinationStream;
}): Logger {
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    options.destination ?? pino.destination({ fd: 1, sync: true }),
  );
}
