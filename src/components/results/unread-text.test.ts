import { expect, it } from 'vitest';
import { unreadText } from './unread-text.ts';

it('says how many estimates were left out, and nothing where none was', () => {
  expect(unreadText({ rows: [1, 2], total: 5_002 })).toBe('5,000 more estimates not read');
  expect(unreadText({ rows: [1, 2], total: 3 }, 'deployment')).toBe('1 more deployment not read');
  expect(unreadText({ rows: [1, 2], total: 2 })).toBe(false);
  expect(unreadText(undefined)).toBe(false);
});
