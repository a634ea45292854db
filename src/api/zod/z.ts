// What `z` is. Kinds that few pages read are apart, so that they travel with those.
export * from './kinds.ts';
export * from './rare-kinds.ts';
