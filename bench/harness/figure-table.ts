import { cpus, totalmem } from 'node:os'
import { digits, type Figure } from './figure.ts'
import type { Column } from './table.ts'

export const figureColumns: Column<Figure>[] = [
  { title: '#', value: figure => figure.id },
  { title: 'measure', value: figure => figure.measure },
  { title: 'subject', align: 'right', value: figure => figure.subject },
  { title: 'baseline', align: 'right', value: figure => figure.baseline },
  { title: 'measured', align: 'right', value: ({ value, unit }) => `${shown(value)}${unit}` },
  { title: 'lowest–highest', align: 'right', value: spread },
  { title: 'target', align: 'right', value: bound },
  { title: 'verdict', value: ({ target, met }) => (target ? (met ? 'pass' : 'MISS') : '') },
  { title: 'counted', value: figure => figure.work },
]

export function targetsMet(figures: readonly Figure[]): string {
  const aimed = figures.filter(({ target }) => target !== null)
  return `${aimed.filter(({ met }) => met).length} of ${aimed.length} targets met.`
}

export function machineKind(): string {
  const cores = cpus().length
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${cores} cores, ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}`
}

/** Two digits behind the point say enough of a ratio, unless it is far below one. */
function shown(value: number): string {
  if (value >= 100) return value.toFixed(0)
  return value < 0.1 ? value.toFixed(4) : value.toFixed(2)
}

function spread({ low, high }: Figure): string {
  return low === undefined || high === undefined ? '' : `${digits(low)}–${digits(high)}`
}

function bound({ target, unit }: Figure): string {
  return target ? `${target.sense === 'at most' ? '≤' : '≥'} ${target.value}${unit}` : ''
}
