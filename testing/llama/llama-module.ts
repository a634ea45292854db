/** The part of node-llama-cpp 3.21 that the test server uses; the package itself is not in the main dependencies. */
export type Token = number & { readonly __token?: never };

export interface LlamaSequence {
  clearHistory: () => Promise<void>;
  evaluate: (
    tokens: readonly Token[],
    options: { temperature: number; seed?: number; yieldEogToken: true },
  ) => AsyncGenerator<Token, void, undefined>;
  /** The engine's own count of the tokens it evaluated and sampled. */
  readonly tokenMeter: { readonly usedInputTokens: number; readonly usedOutputTokens: number };
}

export interface LlamaModel {
  tokenize: (text: string) => Token[];
  detokenize: (tokens: readonly Token[], specialTokens?: boolean, lastTokens?: readonly Token[]) => string;
  isEogToken: (token: Token) => boolean;
  createContext: (options: {
    contextSize: number;
    sequences: number;
    batchSize: number;
    threads: number;
  }) => Promise<{ getSequence: () => LlamaSequence }>;
}

export interface LlamaModule {
  getLlama: (options: {
    gpu: false;
    build: 'never';
    logLevel: 'warn';
    maxThreads: number;
  }) => Promise<{ loadModel: (options: { modelPath: string }) => Promise<LlamaModel> }>;
}
