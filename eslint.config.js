import js from '@eslint/js';
import query from '@tanstack/eslint-plugin-query';
import router from '@tanstack/eslint-plugin-router';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Chromium makes a format for each such call, at thirty times what printing costs: on a page of a hundred figures one feels it. */
const NO_FORMAT_FOR_EACH = {
  selector: 'CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/]',
  message:
    'Take grouped() (lib/grouped.ts), decimals() or figures() (lib/decimal-text.ts), or a format made once.',
};

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'src/route-tree.gen.ts', 'test-results', 'playwright-report'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './tsconfig.node.json', './tsconfig.e2e.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-syntax': ['error', NO_FORMAT_FOR_EACH],
      '@typescript-eslint/consistent-type-imports': 'error',
      // TanStack Router throws redirects and notFound() by design; Error subclasses stay the rule elsewhere.
      '@typescript-eslint/only-throw-error': ['error', { allow: ['Redirect', 'NotFoundError'] }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [
      reactHooks.configs.flat['recommended-latest'],
      query.configs['flat/recommended'],
      router.configs['flat/recommended'],
    ],
    languageOptions: { globals: globals.browser },
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'react',
              importNames: ['lazy'],
              message:
                'Take lazyPart (src/components/ui/lazy-part.ts): what was fetched ahead is drawn at once.',
            },
          ],
        },
      ],
    },
  },
  {
    // The first makes it; the second draws something else where its part cannot be fetched, and asks again later.
    files: ['src/components/ui/lazy-part.ts', 'src/components/layout/shell-services.tsx'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['src/features/**/*.tsx', 'src/components/known-issues/*.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        NO_FORMAT_FOR_EACH,
        ...[
          "MemberExpression[property.name='data'][object.callee.name='useQuery']",
          "VariableDeclarator[init.callee.name='useQuery'] > ObjectPattern:not(:has(Property[key.name=/^(error|isError)$/]))",
        ].map((selector) => ({
          selector,
          message:
            'Keep the query, and tell with Unread (src/components/ui/error-state.tsx) that it failed: what was not read looks as if there were none.',
        })),
      ],
    },
  },
  {
    files: ['public/*.js'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['**/*.{mjs,js,cjs}'],
    ignores: ['public/*.js'],
    languageOptions: { globals: globals.node },
  },
);
