/** Headings of the reference in their order, and what stands under each: the first pattern that fits wins. */
const GROUPS: readonly (readonly [name: string, description: string, pattern: RegExp])[] = [
  [
    'Identity',
    'Who calls, workspaces, sign-in and tokens.',
    /current_user|organization|^o?auth\/|jwt|api_key|member|account/,
  ],
  ['Worker protocol', 'Calls of the worker agent with its own token.', /^worker_|heartbeat/],
  [
    'Workers',
    'Programs and scripts of a worker, and its onboarding.',
    /packages|scripts|downloads|onboard|registration_token|remove_worker/,
  ],
  ['Sizer', 'Hardware for a model and a load: plans, the agent, prices, training.', /sizer/],
  ['KYAI', 'Candidate × judge × prompt set evaluations.', /kyai/],
  ['Reports', 'Documents about runs and projects.', /report|ai-eval|sut\.csv/],
  ['Telemetry', 'What GPUs and hosts did during a job.', /telemetry/],
  [
    'Comparison',
    'Like with like: same model, workload shape and provenance.',
    /comparison|leaderboard|scaling|efficiency|utilization/,
  ],
  [
    'Results',
    'Measured, published, imported and simulated figures.',
    /benchmark_results|_outputs|inferencex/,
  ],
  ['Cloud', 'Managed cloud execution.', /cloud|runtime_contract|hf_token|command_template/],
  ['Audit', 'Who did what.', /audit/],
  ['Jobs', 'Submitting benchmarks and following them.', /job|log|execute_scenario|health_checks|known_issue/],
  ['Saved views', 'Views of pages that people keep under a name.', /saved_view|(?:save|delete)_view/],
  ['Projects and runs', 'Projects, runs, workloads and scenarios.', /project|run|workload|scenario/],
  ['Servers', 'Servers, their configs and instances.', /server/],
  [
    'Catalogs',
    'Models, frameworks, accelerators, precisions.',
    /models?$|^frameworks?|framework_versions|quantization|gpu/,
  ],
];
const REST = ['System', 'Health, versions and this description.'] as const;

/** Heading that an operation stands under; `name` is a view, a procedure, or a path without its first slash. */
export function groupOf(name: string): string {
  return GROUPS.find(([, , pattern]) => pattern.test(name))?.[0] ?? REST[0];
}

/** Headings as the document's tags. */
export function groupTags(): { name: string; description: string }[] {
  return [
    ...GROUPS.map(([name, description]) => ({ name, description })),
    { name: REST[0], description: REST[1] },
  ];
}
