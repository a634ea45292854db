/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** `1` makes /design part of a build. */
  readonly VITE_DESIGN?: string;
}
