-- What is known to be wrong with a job's figures: a bug of the framework, a throttled server. Figures stay; everybody who reads them is told.
create table core.known_issues (
  known_issue_id uuid primary key default gen_random_uuid(),
  org_id uuid not null references core.organizations on delete cascade,
  job_id integer not null references core.jobs on delete cascade,
  issue_text text not null check (length(btrim(issue_text)) between 1 and 300),
  issue_url text check (issue_url ~ '^https?://[^[:space:]]+$' and length(issue_url) <= 500),
  created_by uuid references core.accounts on delete set null,
  created_at timestamptz not null default now()
);
create index known_issues_org_idx on core.known_issues (org_id, created_at);
create index known_issues_job_idx on core.known_issues (job_id);
create index known_issues_account_idx on core.known_issues (created_by);
comment on table core.known_issues is 'What is known to be wrong with the figures of a job.';
comment on column core.known_issues.issue_text is 'What is wrong, in a sentence.';
comment on column core.known_issues.issue_url is 'Where it is followed up, such as a ticket.';
