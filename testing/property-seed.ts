import fc from 'fast-check';

/**
 * Vitest's set-up of each test file: property tests draw the same cases in every run, so that a change is blamed for
 * what it broke and for nothing else. `npm run test:fuzz` looks for new cases with seeds of its own.
 */
const USUAL_SEED = 20_261_129;

fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? USUAL_SEED) });
