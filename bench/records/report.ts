import { type Figure, milliseconds } from '../harness/figure.ts'
import { figureColumns, targetsMet } from '../harness/figure-table.ts'
import { type Column, type TableStyle, table } from '../harness/table.ts'
import type { Growth } from './growth.ts'
import type { LostAcks } from './lost-acks.ts'
import { counted } from './measure.ts'

export interface Report {
  date: string
  machine: string
  command: string
  seconds: number
  figures: Figure[]
  lostAcks: LostAcks[]
  growth: Growth[]
  /** What could not be measured, and why. */
  remarks: string[]
}

export function render(report: Report, style: TableStyle): string {
  const heading = (text: string) => (style === 'markdown' ? `### ${text}\n` : text)
  const sections = [
    `${report.date}, ${report.machine}. \`${report.command}\`, ${counted(report.seconds)} s.`,
    ...(report.figures.length > 0
      ? [`${heading('Ratios P1–P12')}\n${table(figureColumns, report.figures, style)}`, targetsMet(report.figures)]
      : []),
    ...(report.lostAcks.length > 0
      ? [`${heading('Acknowledged writes that are lost')}\n${table(lostColumns, report.lostAcks, style)}`]
      : []),
    ...(report.growth.length > 0
      ? [`${heading('Latency over the size of the store')}\n${table(growthColumns, report.growth, style)}`]
      : []),
    ...report.remarks,
  ]
  return `${sections.join('\n\n')}\n`
}

const lostColumns: Column<LostAcks>[] = [
  { title: 'writes', value: row => row.mode },
  { title: 'server', value: row => row.contestant },
  { title: 'acked', align: 'right', value: row => counted(row.acked) },
  { title: 'kept', align: 'right', value: row => counted(row.kept) },
  { title: 'lost', align: 'right', value: row => counted(row.lost) },
  { title: 'errors', align: 'right', value: row => counted(row.errors) },
  { title: 'cut off', align: 'right', value: row => counted(row.cutOff) },
  { title: 'p50', align: 'right', value: row => milliseconds(row.p50) },
  { title: 'p99', align: 'right', value: row => milliseconds(row.p99) },
  { title: 'store afterwards', value: row => row.sound },
]

const growthColumns: Column<Growth>[] = [
  { title: 'records', align: 'right', value: row => counted(row.records) },
  { title: 'call', value: row => row.what },
  { title: 'server', value: row => row.contestant },
  { title: 'p50', align: 'right', value: row => milliseconds(row.p50) },
  { title: 'p99', align: 'right', value: row => milliseconds(row.p99) },
  { title: 'calls', align: 'right', value: row => String(row.samples) },
  { title: 'answer', align: 'right', value: row => `${counted(row.answerBytes)} B` },
]
