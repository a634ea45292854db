import { fullLook } from './full-look.ts';
import { planOf } from './plan.ts';

/** What a form that is not blank needs, in one file. */
export const lateLook = { planOf, fullLook };
