import { join } from 'node:path'
import { agents, onlyRoots } from '../../transcripts/agents.ts'
import { type DiarySettings, sampleFolder, sampleSettings } from '../settings.ts'

/** Below it each agent has a folder, named for its source. */
export function sampleTranscriptsFolder(root: string): string {
  return join(sampleFolder(root), 'transcripts')
}

/** The settings under which the sample's transcripts are read, and no others. */
export function sampleReading(diary: DiarySettings): DiarySettings {
  const folder = sampleTranscriptsFolder(diary.root)
  const env = onlyRoots(Object.fromEntries(agents.map(({ source }) => [source, join(folder, source)])))
  return { ...sampleSettings(diary), environment: { ...diary.environment, env } }
}
