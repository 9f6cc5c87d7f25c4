import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { bundleChild } from '../harness/bundle.ts'
import { atMost, digits, ratioFigure } from '../harness/figure.ts'
import { compare } from '../harness/runs.ts'
import { roomWithScenes } from './many-files.ts'
import type { Measure } from './measure.ts'

export const r9: Measure = {
  id: 'R9',
  about: 'peak memory of a process that reads 1,000 scenes and of one that reads 10',
  async run({ runs: count, workspace }) {
    const program = await bundleChild('bench/room/scene-reading.ts', 'room-scene-reading')
    const folder = workspace.folder('memory')
    await (await roomWithScenes(folder, 1000)).close()
    const pairs: { subject: number; baseline: number }[] = []
    for (let run = 0; run < count; run++) {
      pairs.push({
        subject: await peak(program, copied(folder, workspace.folder('many')), 1000),
        baseline: await peak(program, copied(folder, workspace.folder('few')), 10),
      })
    }
    const show = (bytes: number) => `${digits(bytes / 1024 / 1024)} MiB`
    const work = 'processes of their own on the same 1,000 scenes; every read has its receipt'
    const measure = 'peak memory reading 1,000 scenes through tools vs 10'
    return [ratioFigure({ id: 'R9', measure, target: atMost(2), work, show }, compare(pairs))]
  },
}

/** The store knows the path of its workspace, so a copy gets a store of its own and only the files. */
function copied(from: string, to: string): string {
  cpSync(`${from}/workspace/Story`, `${to}/workspace/Story`, { recursive: true })
  return to
}

async function peak(program: string, folder: string, scenes: number): Promise<number> {
  const child = fork(program, [folder, String(scenes)])
  const [[bytes]] = await Promise.all([once(child, 'message'), once(child, 'exit')])
  return Number(bytes)
}
