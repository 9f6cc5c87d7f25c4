import { cpus, loadavg } from 'node:os'
import type { Figure } from './figure.ts'
import { figureColumns, machineKind, targetsMet } from './figure-table.ts'
import { type TableStyle, table } from './table.ts'

/** The flags that every benchmark has, for parseArgs. */
export const benchFlags = {
  only: { type: 'string' },
  json: { type: 'boolean', default: false },
  markdown: { type: 'boolean', default: false },
} as const

interface BenchFlags {
  only?: string | undefined
  json: boolean
  markdown: boolean
}

interface Measure<B> {
  id: string
  about: string
  run(bench: B): Promise<Figure[]>
}

/** One run of `npm run bench:<name>`: which measures are wanted, how far it is (on stderr), and its report (on stdout). */
export function startBench(name: string, flags: BenchFlags, known: readonly string[]) {
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 1000)
  const wanted = chosenBy(flags.only, known)
  const load = loadavg()[0] ?? 0
  const remarks =
    load > cpus().length / 2 ? [`Other work kept the machine busy: its load was ${load.toFixed(1)} at the start.`] : []
  const style: TableStyle = flags.markdown ? 'markdown' : 'text'
  const say = (line: string) => void process.stderr.write(`${String(seconds()).padStart(4)} s  ${line}\n`)
  const about = () => ({
    date: new Date().toISOString().slice(0, 10),
    machine: machineKind(),
    command: commandOf(name),
    seconds: seconds(),
  })
  return {
    wanted,
    remarks,
    say,
    about,
    style,
    async runMeasures<B>(measures: readonly Measure<B>[], bench: B): Promise<Figure[]> {
      const figures: Figure[] = []
      for (const measure of measures.filter(({ id }) => wanted(id))) {
        say(`${measure.id}: ${measure.about}`)
        figures.push(...(await measure.run(bench)))
      }
      return figures
    },
    /** `more` is what else was found: for JSON by name, and as the texts that follow the table. */
    print(figures: readonly Figure[], more: { json?: object; texts?: readonly string[] } = {}): void {
      const { date, machine, command, seconds: taken } = about()
      const texts = [
        `${date}, ${machine}. \`${command}\`, ${taken} s.`,
        ...(figures.length > 0 ? [table(figureColumns, figures, style), targetsMet(figures)] : []),
        ...(more.texts ?? []),
        ...remarks,
      ]
      const report = { ...about(), figures, ...more.json, remarks }
      process.stdout.write(flags.json ? `${JSON.stringify(report, null, 2)}\n` : `${texts.join('\n\n')}\n`)
    },
  }
}

/** As it was typed. */
function commandOf(name: string): string {
  const given = process.argv.slice(2)
  const full = process.env.DAYBOOK_BENCH === 'full' ? 'DAYBOOK_BENCH=full ' : ''
  return `${full}npm run bench:${name}${given.length > 0 ? ` -- ${given.join(' ')}` : ''}`
}

/** Which measures `--only a,b` names, in any case; all without it. Ends the process at a name that no measure has. */
function chosenBy(only: string | undefined, known: readonly string[]): (name: string) => boolean {
  const chosen = only?.split(',').map(name => known.find(each => each.toLowerCase() === name.trim().toLowerCase()))
  if (chosen?.includes(undefined)) {
    process.stderr.write(`--only takes names from this list, separated by commas: ${known.join(', ')}\n`)
    process.exit(2)
  }
  return name => !chosen || chosen.includes(name)
}
