/**
 * Short names of accelerators. `family`: what people type, squashed to letters and digits; `slug`: what it stands for when
 * nothing more is said (the SXM or rack form, which is what inference servers are built of); `forms`: words that choose another.
 */
export interface GpuAlias {
  readonly family: readonly string[];
  readonly slug: string;
  readonly forms?: readonly { readonly words: RegExp; readonly slug: string }[];
}

export const GPU_ALIASES: readonly GpuAlias[] = [
  {
    family: ['a100'],
    slug: 'a100-80gb-sxm',
    forms: [
      { words: /40.*pcie|pcie.*40/, slug: 'a100-40gb-pcie' },
      { words: /40/, slug: 'a100-40gb-sxm' },
      { words: /pcie/, slug: 'a100-80gb-pcie' },
    ],
  },
  { family: ['a10'], slug: 'a10-24gb' },
  { family: ['a30'], slug: 'a30-24gb' },
  { family: ['l4'], slug: 'l4-24gb' },
  { family: ['l40s'], slug: 'l40s-48gb' },
  {
    family: ['rtxpro6000', 'rtxpro6000blackwell', 'rtx6000pro', 'pro6000', 'rtx6000blackwell'],
    slug: 'rtx-pro-6000-server',
  },
  {
    family: ['h100'],
    slug: 'h100-sxm',
    forms: [
      { words: /nvl|94/, slug: 'h100-nvl' },
      { words: /pcie/, slug: 'h100-pcie' },
    ],
  },
  { family: ['h20'], slug: 'h20-96gb' },
  { family: ['h200'], slug: 'h200-sxm', forms: [{ words: /nvl|pcie/, slug: 'h200-nvl' }] },
  { family: ['gh200'], slug: 'gh200-144gb' },
  { family: ['b200'], slug: 'b200-sxm' },
  { family: ['b300'], slug: 'b300-sxm' },
  { family: ['gb200'], slug: 'gb200-nvl72' },
  { family: ['gb300'], slug: 'gb300-nvl72' },
  { family: ['mi210'], slug: 'mi210' },
  { family: ['mi250', 'mi250x'], slug: 'mi250x' },
  { family: ['mi300', 'mi300x'], slug: 'mi300x' },
  { family: ['mi325', 'mi325x'], slug: 'mi325x' },
  { family: ['mi355', 'mi355x'], slug: 'mi355x' },
  { family: ['gaudi2'], slug: 'gaudi2' },
  { family: ['gaudi3'], slug: 'gaudi3' },
  { family: ['arcprob60', 'arcb60', 'b60', 'prob60'], slug: 'arc-pro-b60' },
  { family: ['tpuv5e', 'v5e', 'tpu5e'], slug: 'tpu-v5e' },
  { family: ['tpuv5p', 'v5p', 'tpu5p'], slug: 'tpu-v5p' },
  { family: ['tpuv6e', 'v6e', 'tpu6e', 'trillium', 'tpuv6', 'tputrillium'], slug: 'tpu-v6e' },
  { family: ['trainium2', 'trn2', 'trainium'], slug: 'trainium2' },
];

/** Words that say nothing about which accelerator is meant. */
export const GPU_FILLER =
  /\b(?:nvidia|amd|intel|google|aws|amazon|instinct|tesla|geforce|habana|the|gpus?|cards?|accelerators?|chips?|boards?|nodes?|servers?|box(?:es)?|dgx|hgx|tensor core|blackwell server|server edition|per gpu)\b/g;

/** What may stand beside a family's name: memory and form. */
export const GPU_FORM = /^(?:sxm\d?|pcie?|nvl\d*|oam|\d+gb|40|80|94|141|180|192)$/;
