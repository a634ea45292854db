import type { ChatTurn } from './chat-turns.ts';

/** For tests: the first turn of a conversation. */
export const turn = (change: Partial<ChatTurn>): ChatTurn => ({
  id: '1',
  message: 'llama 70b',
  status: 'solved',
  answer: '8 × H200',
  steps: [{ kind: 'read', title: 'Read', detail: 'a model', data: { span: [0, 9] } }],
  assumptions: [],
  errorCode: null,
  patch: { displayModel: 'Llama-3.1-70B', selectedRequestInputs: ['modelServing'] },
  before: { displayModel: '', selectedRequestInputs: [] },
  more: {},
  moreBefore: {},
  ask: 'sizing_plan',
  askBefore: 'sizing_plan',
  left: [],
  ...change,
});
