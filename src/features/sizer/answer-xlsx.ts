import { workbook } from '#src/components/workbook/workbook.ts';
import { answerSheets, type ExportSource } from './answer-sheets.ts';

/** The answer as a workbook. */
export const answerXlsx = (source: ExportSource): Promise<Blob> => workbook(answerSheets(source));
