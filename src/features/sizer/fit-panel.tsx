import type { FitCheck } from '#contract/sizer/solve-response.ts';
import { figures } from '#lib/decimal-text.ts';
import { grouped } from '#lib/grouped.ts';
import { Badge } from '#src/components/ui/badge.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { formatGb, parallelismText } from './answer-format.ts';
import { AnswerTable } from './answer-table.tsx';
import { useFirst } from './show-all.tsx';

/** Whether the model fits, and the least of each GPU that holds it. */
export function FitPanel({ fit }: { fit: FitCheck }) {
  const { shown, more } = useFirst(fit.minimum_hardware, 8);
  const size = (billions: number) => figures(billions, 4);
  return (
    <Panel
      title={fit.fits ? `${fit.model_name} fits` : `${fit.model_name} fits on none of the hardware allowed`}
      note={`${fit.precision}, weights ${formatGb(fit.weights_gb)} GB, ${size(fit.total_params_b)} B parameters (${size(fit.active_params_b)} B active), KV cache ${grouped(fit.kv_cache_bytes_per_token)} bytes a token`}
    >
      <AnswerTable
        label="Least hardware that holds the model"
        head={[
          { header: 'GPU' },
          { header: 'GPUs', isNumber: true },
          { header: 'Parallelism' },
          { header: 'Headroom per GPU (GB)', isNumber: true },
        ]}
      >
        {shown.map((row) => (
          <tr key={row.gpu_model}>
            <th scope="row">{row.gpu_display_name}</th>
            <td className="text-right">{row.gpus}</td>
            <td className="whitespace-nowrap text-ink-2">{parallelismText(row.parallelism)}</td>
            <td className="text-right whitespace-nowrap">
              {row.tight && <TightBadge headroomGb={row.headroom_gb} />}
              {formatGb(row.headroom_gb)}
            </td>
          </tr>
        ))}
      </AnswerTable>
      {more}
      {fit.guesses.length > 0 && (
        <p className="border-t border-line px-3 py-2 text-sm text-warn">
          Guesses among the facts of the model: {fit.guesses.join('; ')}.
        </p>
      )}
    </Panel>
  );
}

/** Below zero the default share of the memory is not enough: whoever starts the engine must grant it more. */
function TightBadge({ headroomGb }: { headroomGb: number }) {
  return headroomGb < 0 ? (
    <Badge
      tone="bad"
      className="mr-1.5"
      title="One sequence does not fit into the share of the memory that the framework takes by default"
    >
      not at the default memory limit
    </Badge>
  ) : (
    <Badge tone="warn" className="mr-1.5" title="Room for fewer than two sequences">
      tight
    </Badge>
  );
}
