import { cpus, totalmem } from 'node:os'
import { digits, type Figure, milliseconds } from '../harness/figure.ts'
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

export function machineKind(): string {
  const cores = cpus().length
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${cores} cores, ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}`
}

export function render(report: Report, style: TableStyle): string {
  const heading = (text: string) => (style === 'markdown' ? `### ${text}\n` : text)
  const met = report.figures.filter(figure => figure.met).length
  const sections = [
    `${report.date}, ${report.machine}. \`${report.command}\`, ${counted(report.seconds)} s.`,
    ...(report.figures.length > 0
      ? [
          `${heading('Ratios P1–P12')}\n${table(figureColumns, report.figures, style)}`,
          `${met} of ${report.figures.length} targets met.`,
        ]
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

const figureColumns: Column<Figure>[] = [
  { title: '#', value: figure => figure.id },
  { title: 'measure', value: figure => figure.measure },
  { title: 'subject', align: 'right', value: figure => figure.subject },
  { title: 'baseline', align: 'right', value: figure => figure.baseline },
  { title: 'measured', align: 'right', value: figure => `${figure.value.toFixed(2)}${figure.unit}` },
  { title: 'lowest–highest', align: 'right', value: spread },
  {
    title: 'target',
    align: 'right',
    value: ({ target, unit }) => `${target.sense === 'at most' ? '≤' : '≥'} ${target.value}${unit}`,
  },
  { title: 'verdict', value: figure => (figure.met ? 'pass' : 'MISS') },
  { title: 'counted', value: figure => figure.work },
]

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

function spread({ low, high }: Figure): string {
  return low === undefined || high === undefined ? '' : `${digits(low)}–${digits(high)}`
}
