import type { Database } from '#server/database/port.ts';

export interface RecordedStatement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** The same database, telling every statement of requests that reaches it. */
export function recording(database: Database, record: (statement: RecordedStatement) => void): Database {
  return new Proxy(database, {
    get(target, key) {
      if (key === 'one') {
        return (...[options, sql, params, end]: Parameters<Database['one']>) => {
          record({ sql, params: params ?? [] });
          return target.one(options, sql, params, end);
        };
      }
      if (key === 'tx') {
        return (...[options, fn]: Parameters<Database['tx']>) =>
          target.tx(options, (tx) =>
            fn({
              query: (sql, params) => {
                record({ sql, params: params ?? [] });
                return tx.query(sql, params);
              },
            }),
          );
      }
      const member: unknown = Reflect.get(target, key);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}
