import { join } from 'node:path'
import { fileName } from '../../kernel/words.ts'
import { namedPlaces } from '../discover.ts'
import type { Environment, FileForm, Places } from '../reader.ts'

export function claudePlaces(environment: Environment): Places {
  return namedPlaces(environment, 'DAYBOOK_CLAUDE_ROOTS') ?? defaultPlaces(environment)
}

/** Tool output kept beside a session may look like a transcript, but is none. */
export function claudeForm(relative: string): FileForm | null {
  return relative.endsWith('.jsonl') && !isToolResult(relative) ? 'lines' : null
}

function isToolResult(relative: string): boolean {
  return relative.includes('tool-results') && relative.split('/').includes('tool-results')
}

export function sessionIdOf(relative: string): string {
  return fileName(relative).replace(/\.jsonl$/, '')
}

export function isSubagentPath(relative: string): boolean {
  return relative.split('/').includes('subagents') || fileName(relative).startsWith('agent-')
}

function defaultPlaces({ env, home }: Environment): Places {
  const configured = (env.CLAUDE_CONFIG_DIR ?? '').split(',').map(entry => entry.trim())
  const named = configured.filter(entry => entry !== '')
  const homes = named.length > 0 ? named : [join(home, '.claude'), join(home, '.config', 'claude')]
  return { disabled: false, places: homes.map(path => ({ path: join(path, 'projects'), explicit: false })) }
}
