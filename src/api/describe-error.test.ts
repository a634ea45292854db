import { expect, it } from 'vitest';
import { ApiError, OFFLINE } from './api-error.ts';
import { failureLine } from './describe-error.ts';

it('says in one line what failed, what helps and which request it was', () => {
  const refused = new ApiError({
    code: 'quota_exceeded',
    status: 403,
    message: 'The workspace has used its GPU hours of the month.',
    requestId: 'req-7',
  });
  expect(failureLine(refused)).toBe(
    'The workspace has used its GPU hours of the month. Ask an admin of the workspace to raise the quota. Request req-7.',
  );
});

it('names no request where none was answered, and ends each sentence', () => {
  const away = new ApiError({ code: OFFLINE, status: 0, message: 'The server cannot be reached' });
  expect(failureLine(away)).toBe('The server cannot be reached. Check the connection, then try again.');
});

it('gives the reason of a fault that is no answer of the server', () => {
  expect(failureLine(new Error('The canvas is too large'))).toBe('The canvas is too large');
  expect(failureLine('stopped')).toBe('stopped');
});
