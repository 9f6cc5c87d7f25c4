import { setTimeout as sleep } from 'node:timers/promises'
import { CutOff, type McpProcess } from '../harness/mcp-process.ts'
import { seededRandom } from '../harness/random.ts'
import { quantile } from '../harness/samples.ts'
import type { Contestant } from './contestants.ts'
import type { Bench } from './measure.ts'

/** What became of the writes of one contestant in one way of writing. */
export interface LostAcks {
  mode: string
  contestant: string
  /** Writes that were answered with success. */
  acked: number
  /** Of these, found again by a new process. */
  kept: number
  lost: number
  errors: number
  /** Writes whose process was killed before it answered; they may be kept or not. */
  cutOff: number
  p50: number
  p99: number
  sound: string
}

/** Acknowledged writes that are gone afterwards: serial, concurrent, from several processes, and under kill -9. */
export async function lostAcks(bench: Bench, contestants: readonly Contestant[]): Promise<LostAcks[]> {
  const rows: LostAcks[] = []
  for (const { mode, write } of modes(bench)) {
    const tallies = new Map(contestants.map(contestant => [contestant, newTally()]))
    // Twice, in turns, so that a slow minute of the machine does not fall on one of them.
    for (let round = 0; round < 2; round++) {
      for (const [contestant, tally] of tallies) {
        bench.say(`lost acks: ${mode}, ${contestant.name}, round ${round + 1} of 2`)
        await writeAndRead(contestant, bench.workspace.folder('place'), tally, write)
      }
    }
    for (const [contestant, tally] of tallies) rows.push(rowOf(mode, contestant, tally))
  }
  return rows
}

interface Tally {
  waits: number[]
  kept: number
  lost: number
  errors: number
  cutOff: number
  faults: string[]
}

type Write = (contestant: Contestant, place: string, note: (write: Promise<string>) => Promise<void>) => Promise<void>

function modes({ sizes }: Bench): Array<{ mode: string; write: Write }> {
  const each = sizes.calls(200)
  const processes = 8
  const kills = sizes.calls(40)
  return [
    {
      mode: `1 process × ${each}, one after the other`,
      write: (contestant, place, note) =>
        inProcesses(contestant, place, 1, server => serial(contestant, server, each, note)),
    },
    {
      mode: `1 process × ${each}, all at once`,
      write: (contestant, place, note) =>
        inProcesses(contestant, place, 1, async (server, label) => {
          await Promise.all(names(label, each).map(name => note(written(contestant, server, name))))
        }),
    },
    {
      mode: `${processes} processes × ${each}`,
      write: (contestant, place, note) =>
        inProcesses(contestant, place, processes, (server, label) => serial(contestant, server, each, note, label)),
    },
    {
      mode: `${processes} processes, ${kills} × kill -9`,
      write: (contestant, place, note) => writeWhileKilled(contestant, place, { processes, kills }, note),
    },
  ]
}

async function writeAndRead(contestant: Contestant, place: string, tally: Tally, write: Write): Promise<void> {
  const acked: string[] = []
  await write(contestant, place, async name => {
    const started = performance.now()
    await name.then(
      known => {
        acked.push(known)
        tally.waits.push(performance.now() - started)
      },
      (error: unknown) => {
        if (error instanceof CutOff) tally.cutOff++
        else tally.errors++
      },
    )
  })
  const fault = await contestant.faultsIn(place)
  if (fault) tally.faults.push(fault)
  const found = await contestant.namesIn(place).catch(() => new Set<string>())
  const kept = acked.filter(name => found.has(name)).length
  tally.kept += kept
  tally.lost += acked.length - kept
}

async function inProcesses(
  contestant: Contestant,
  place: string,
  count: number,
  work: (server: McpProcess, label: string) => Promise<void>,
): Promise<void> {
  const servers = await Promise.all(Array.from({ length: count }, () => contestant.start(place)))
  await Promise.all(servers.map((server, index) => work(server, `p${index}`)))
  await Promise.all(servers.map(server => server.end()))
}

async function serial(
  contestant: Contestant,
  server: McpProcess,
  count: number,
  note: (write: Promise<string>) => Promise<void>,
  label = 'p0',
): Promise<void> {
  for (const name of names(label, count)) await note(written(contestant, server, name))
}

/** Every process writes without a pause; again and again one that has written is killed and another takes its place. */
async function writeWhileKilled(
  contestant: Contestant,
  place: string,
  { processes, kills }: { processes: number; kills: number },
  note: (write: Promise<string>) => Promise<void>,
): Promise<void> {
  const random = seededRandom(9)
  const alive = new Set<{ server: McpProcess; writes: number }>()
  let isRunning = true
  const writer = async (label: string) => {
    for (let start = 0; isRunning; start++) {
      const self = { server: await contestant.start(place), writes: 0 }
      alive.add(self)
      while (isRunning && alive.has(self)) {
        const name = `${label} start ${start} write ${self.writes}`
        await note(written(contestant, self.server, name))
        self.writes++
      }
      if (alive.has(self)) await self.server.end()
    }
  }
  const killer = async () => {
    for (let killed = 0; killed < kills; ) {
      await sleep(50 + random() * 50)
      const targets = [...alive].filter(({ writes }) => writes >= 5)
      const target = targets[Math.floor(random() * targets.length)]
      if (!target) continue
      alive.delete(target)
      await target.server.kill9()
      killed++
    }
    isRunning = false
  }
  await Promise.all([killer(), ...Array.from({ length: processes }, (_, index) => writer(`p${index}`))])
}

async function written(contestant: Contestant, server: McpProcess, name: string): Promise<string> {
  await contestant.write(server, name)
  return name
}

function names(label: string, count: number): string[] {
  return Array.from({ length: count }, (_, number) => `${label} write ${number}`)
}

function newTally(): Tally {
  return { waits: [], kept: 0, lost: 0, errors: 0, cutOff: 0, faults: [] }
}

function rowOf(mode: string, { name }: Contestant, { waits, faults, ...counts }: Tally): LostAcks {
  return {
    mode,
    contestant: name,
    acked: waits.length,
    ...counts,
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    sound: faults.length === 0 ? 'sound' : [...new Set(faults)].join(', '),
  }
}
