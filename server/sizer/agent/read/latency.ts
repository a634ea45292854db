import type { Draft } from '../text/draft.ts';
import { grouped, LIMIT, N, toMs } from './amount.ts';
import type { Findings } from './change.ts';

const UNIT = String.raw`(ms|msec|millisec(?:ond)?s?|milliseconds?|s|sec|secs|seconds?|minutes?|mins?|min|m)(?![\w/])`;
const PERCENTILE = String.raw`(?:p ?-?\.?(?:99|95|90|50)(?:th)?|99(?:th|\.9)? ?(?:th )?percentile|95th percentile|99 ?% of (?:all |the |our )?(?:requests|cases|queries|time)|tail)`;
const FIRST = /(?:ttft|first[- ]token|time to first|prefill)/;
const EACH = /(?:tpot|itl|inter[- ]token|per[- ](?:output )?token|time per|between tokens|\/ ?token)/;

/** Latency: the p99 limit end to end. Limits on the first or the next token have no feature of their own: the nearest profile is taken. */
export function readLatency(draft: Draft, found: Findings): void {
  const setProfile = (
    ms: number,
    strictFrom: number,
    what: string,
    span: Parameters<Parameters<Draft['take']>[1]>[1],
  ) => {
    const value = ms < strictFrom ? 'strict' : 'production';
    found.changes.push({
      op: 'set',
      feature: 'latency_slo',
      value,
      span,
      note: `“${span.text.trim()}”: a limit on ${what} alone is not a feature of the request; the latency profile ${value} is the nearest.`,
    });
  };
  const words = String.raw`(?:(?:${PERCENTILE}|latency|latencies|e2e|end[- ]to[- ]end|response times?|responses?|ttft|tpot|itl|time to first token|first token|time per output token|inter-token latency|slo|sla|delay|answer time|median|mean)[ ,:]*(?:(?:latency|latencies|response time|time|e2e|end to end|limit|must|should|has to|have to|needs to|need to|be|can be|stay|not|exceed|the|our|a|for|requests?|target|slo|sla|or|and|so)[ ,:]*)*)`;
  draft.take(
    new RegExp(
      String.raw`(${words})?(?:${LIMIT}\s*)*(?<![\w.$])${N}\s?${UNIT}((?:\s*(?:at|for|on|in|the|max(?:imum)?|or (?:less|better|faster)|tops|and|is the limit)?\s*(?:${PERCENTILE}|latency|e2e|end[- ]to[- ]end|ttft|tpot|itl|(?:to |for |until )?(?:the )?first token|time to first token|per (?:output )?token|/ ?token|between tokens|response(?: time)?s?|max(?:imum)?|tops|or (?:less|better|faster)|at worst|limit|slo|sla))*)`,
      'g',
    ),
    (match, span) => {
      const [all, before = '', amount, unit = '', after = ''] = match;
      const value = Number(amount);
      const left = draft.value.slice(Math.max(0, match.index - 30), match.index);
      const right = draft.value.slice(match.index + all.length);
      // "m" is minutes only where time is meant; "30 s of audio", "every 5 minutes" are no limits.
      const isBound = new RegExp(
        String.raw`(?:${PERCENTILE}|latency|e2e|end[- ]to[- ]end|response|respond|answer|reply|under|below|within|less than|no more than|at most|max|<|faster|sub|wait|p99|slo|sla|first token|per token|limit|keep|tops)`,
      );
      const context = `${left.split(/[.;!?¦]/).at(-1) ?? ''} ${all}`;
      if (unit === 'm' && !/(?:latency|p ?99|e2e|respon|within)/.test(context)) return false;
      if (/^\s*(?:window|interval|of (?:audio|video)|chunks?)/.test(right) || /\bevery\s*$/.test(left))
        return false;
      const ms = toMs(value, unit);
      if (!(ms > 0)) return false;
      if (FIRST.test(before) || FIRST.test(after)) {
        setProfile(ms, 1_000, 'the time to first token', span);
        return true;
      }
      if (EACH.test(before) || EACH.test(after)) {
        setProfile(ms, 60, 'the time per token', span);
        return true;
      }
      const percentile = /\b(?:p ?-?\.?(50|90|95)|(95)th|median|mean|average)\b/.exec(all);
      const note =
        percentile === null
          ? isBound.test(context) && !/p ?99|99th/.test(all)
            ? `“${span.text.trim()}” taken as a limit on the p99 latency end to end.`
            : !/p ?99|99th/.test(all)
              ? `“${span.text.trim()}” taken as a limit on the p99 latency end to end.`
              : undefined
          : `“${span.text.trim()}”: the limit here is on p99, which is stricter than ${percentile[0]}.`;
      found.changes.push({ op: 'set', feature: 'max_latency_p99_ms', value: ms, span, note });
      return true;
    },
  );
  // Without a unit: "p99 under 8" is seconds, "p99 < 800" milliseconds.
  draft.take(
    new RegExp(
      String.raw`\b(?:p ?99|latency)(?: latency)?(?:\s*${LIMIT})*\s*${N}(?![\w%.]|\s*(?:ms|s\b|sec|users|req|con|tok|nodes?|gpus?))`,
      'g',
    ),
    (match, span) => {
      const amount = Number(match[1]);
      if (!(amount > 0)) return false;
      const ms = amount < 100 ? amount * 1_000 : amount;
      found.changes.push({
        op: 'set',
        feature: 'max_latency_p99_ms',
        value: ms,
        span,
        note: `“${span.text.trim()}” has no unit: read as ${grouped(ms)} ms.`,
      });
      return true;
    },
  );
  draft.take(/\b(?:sub[- ]?second)(?: (?:latency|responses?|p ?99))?/g, (_, span) => {
    found.changes.push({
      op: 'set',
      feature: 'max_latency_p99_ms',
      value: 1_000,
      span,
      note: `“${span.text.trim()}” taken as a p99 limit of 1,000 ms.`,
    });
  });
}

/** The latency profile in words. */
export function readLatencyProfile(draft: Draft, found: Findings): void {
  const profiles = [
    {
      words:
        /\bstrict(?:er)?(?: (?:latency|slo|profile|latencies|latency profile|latency slo|sla))?\b|\b(?:tight|very low|ultra[- ]low) latency\b|\b(?:real[- ]?time|interactive)\b(?: (?:latency|chat|use|slo|profile))?/g,
      value: 'strict',
    },
    {
      words:
        /\b(?:batch|offline|async(?:hronous)?|overnight|bulk)(?: (?:processing|jobs?|mode|profile|latency|slo|inference|workload|latency profile))?\b(?! ?(?:size|of|=|:|\d))/g,
      value: 'batch',
    },
    {
      words:
        /\bproduction(?:[- ]grade)? (?:latency(?: profile| slo)?|slo|profile|sla)\b|\bstandard latency\b/g,
      value: 'production',
    },
  ] as const;
  for (const { words, value } of profiles) {
    draft.take(words, (match, span) => {
      if (
        /(?:not|no|too|less|so|that|overly|isn't|drop the) $/.test(
          draft.value.slice(Math.max(0, match.index - 9), match.index),
        )
      )
        return false;
      found.changes.push({ op: 'set', feature: 'latency_slo', value, span });
      return true;
    });
  }
  draft.take(/\blow latency\b/g, (match, span) => {
    if (
      /(?:no|not|need|t) $/.test(draft.value.slice(Math.max(0, match.index - 3), match.index)) &&
      /no[t]? $/.test(draft.value.slice(Math.max(0, match.index - 4), match.index))
    )
      return false;
    found.changes.push({
      op: 'set',
      feature: 'latency_slo',
      value: 'strict',
      span,
      note: '“low latency” taken as the latency profile strict.',
    });
    return true;
  });
}
