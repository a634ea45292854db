import { failure, say, type Constraint } from './constraint.ts';

/** Prompt and answer fit the model's context window. */
export const contextConstraint: Constraint = {
  name: 'context',
  check({ stack }, { tokens }) {
    const length = tokens.isl + tokens.osl;
    const limit = stack.model.max_context;
    if (length <= limit) return null;
    return failure(
      'context',
      limit,
      length,
      'tokens',
      `${say(tokens.isl)} tokens in and ${say(tokens.osl)} out are ${say(length)}; ${stack.model.model_name} takes ${say(limit)}.`,
    );
  },
};
