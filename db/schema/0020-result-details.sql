-- What image and audio benchmarks measure beside the common figures, and indexes for retention.
alter table core.results
  add column images_per_request double precision,
  add column images_per_sec double precision,
  add column image_tokens_mean double precision,
  add column upload_p50_ms double precision,
  add column upload_p99_ms double precision,
  add column audio_seconds_total double precision,
  add column audio_seconds_per_sec double precision,
  add column rtf_p50 double precision,
  add column rtf_p90 double precision,
  add column rtf_p99 double precision,
  add column word_error_rate double precision,
  add column character_error_rate double precision;
comment on column core.results.upload_p50_ms is 'From the start of sending to the whole request body being flushed; not part of TTFT.';
comment on column core.results.audio_seconds_per_sec is 'RTFx: seconds of audio transcribed in one second of the run.';
comment on column core.results.rtf_p50 is 'Processing time over audio time of one request; below 1 is faster than the audio.';
comment on column core.results.word_error_rate is 'Edits over words of the whole run (micro average), after normalising case and punctuation; a fraction.';

create index audit_log_created_idx on core.audit_log (created_at);
create index telemetry_batches_created_idx on core.telemetry_batches (created_at);
