import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Fault } from '../../kernel/fault.ts'
import { formatCount } from '../../kernel/numbers.ts'
import type { Group } from './command-line.ts'
import { usageFault } from './failure.ts'
import { askToConfirm, readText } from './input.ts'
import { contextVerb, homeVerb } from './parts.ts'
import { type Terminal, when } from './terminal.ts'
import type { Input, Output } from './verb.ts'

const links = {
  show: ({ links: keys }: Output<'project_link'>, page: Terminal) => page.lines(keys),
  notes: ({ links: keys }: Output<'project_link'>) => keys.length === 0 && 'No diary project is linked.',
}

export const projectsVerbs: Group = {
  summary: 'make, change, trash, import and export projects',
  commands: {
    list: contextVerb('project_list', {
      summary: 'every project with its slice and instruction',
      list: 'projects',
      columns: ['id', 'name', 'slice', 'instruction', 'updatedAt'],
      notes: () => 'More about one of them: daybook projects show <id>',
    }),
    show: contextVerb('project_get', {
      summary: 'one project with all that is stored of it',
      args: { project: 'id' },
      ask: async ({ call }, { id }) => ({
        project: await call('project_get', { id }),
        about: await call('project_about', { id }),
      }),
      json: ({ project }) => project,
      show({ project, about }, page) {
        const { name, customData, createdAt, updatedAt, ...fields } = project
        const { description, digest, maxTokens, links, lastBuild } = about
        page.line(page.colors.bold(name))
        page.facts(
          {
            ...fields,
            ...{ description, digest, maxTokens, diary: links },
            created: when(createdAt),
            updated: when(updatedAt),
            'last build': lastBuild
              ? `${when(lastBuild.timestamp)}, about ${lastBuild.estimatedTokens} tokens`
              : 'none yet',
          },
          '  ',
        )
        for (const [key, value] of Object.entries(customData)) {
          const whole = typeof value === 'string' ? value : JSON.stringify(value)
          if (whole.trim() === '') continue
          page.heading(key)
          page.block(whole)
        }
      },
    }),
    create: contextVerb('project_create', {
      summary: 'open a project',
      args: { name: 'name' },
      flags: ['id', ['path <folder>', 'projectPath', 'where its code lives'], 'description'],
      input: ({ projectPath, ...given }) => ({
        ...given,
        ...(projectPath !== undefined && { projectPath: absolute(projectPath) }),
      }),
      line: ({ id }) => id,
      notes: ({ id, name }) =>
        `Project ${id} (${name}) is open. Start a chat on it with: daybook context build --project ${id}`,
    }),
    set: contextVerb('project_update', {
      summary: 'change fields of a project',
      args: { project: 'id' },
      own: { '<field=value...>': 'such as slice=104-slice.merge' },
      more: 'Fields: name, template, slice, taskFile, instruction, developmentPhase, workType, projectDate, isMonorepo,\nisMonorepoEnabled, projectPath, and the texts recentEvents, additionalNotes, monorepoNote, availableTools.\nAn empty value clears: daybook projects set orchard slice=',
      async input({ id }, own) {
        const { textKeys } = await import('../../context/limits.ts')
        return { id, ...patchOf(own['field=value'], textKeys) }
      },
      line: ({ id }) => id,
      notes: ({ updatedAt }) => `Changed at ${updatedAt}.`,
    }),
    edit: contextVerb('project_edit', {
      summary: 'change its description and how its blocks are built',
      args: { project: 'id' },
      flags: ['description', 'digest', ['max-tokens <n|none>', 'maxTokens', 'budget of its blocks']],
      show: ({ id, description, digest, maxTokens }, page) =>
        page.facts({ project: id, description, digest, maxTokens: maxTokens ?? 'none' }),
    }),
    link: contextVerb('project_link', {
      summary: 'let the work of a diary project show in its blocks',
      args: { project: 'id', 'diary-project-key': 'diary_project_key' },
      more: 'A diary project in the folder of the project needs no link. daybook diary status names the keys.',
      ...links,
    }),
    unlink: contextVerb('project_unlink', {
      summary: 'no longer let it show',
      args: { project: 'id', 'diary-project-key': 'diary_project_key' },
      ...links,
    }),
    repositories: homeVerb('home_repositories', {
      summary: 'the repositories in which agents worked, with the project of each',
      list: 'repositories',
      columns: [
        'project_key',
        ({ project }) => project?.id ?? '–',
        ...(['turns', 'last_day'] as const),
        ({ folder }) => folder ?? 'not a repository',
      ],
      head: ['repository', 'project', 'turns', 'last work', 'folder'],
      empty: 'No agent worked in a repository yet, as far as transcripts were read.',
    }),
    merge: homeVerb('home_merge_projects', {
      summary: 'give the repositories of a project to another one',
      args: { project: 'id', into: 'into' },
      line: ({ into }) => into,
      notes: ({ trashed }) => (trashed ? 'The other project had nothing else in it and is in the trash.' : 'Merged.'),
    }),
    separate: homeVerb('home_separate_repository', {
      summary: 'make a project of its own of a repository',
      args: { repository: 'project_key' },
      flags: ['name'],
      line: ({ id }) => id,
      notes: ({ name }) => `${name} is a project of its own.`,
    }),
    delete: contextVerb('project_delete', {
      summary: 'move a project to the trash',
      args: { project: 'id' },
      flags: ['force'],
      line: ({ id }) => id,
      notes: ({ id, records, sessions }) => [
        `Hidden with ${formatCount(records, 'record')} and ${formatCount(sessions, 'session')}; nothing is erased.`,
        `Bring it back with: daybook projects restore ${id}`,
      ],
    }),
    trash: contextVerb('project_trash', {
      summary: 'what is in the trash',
      list: 'projects',
      columns: ['id', 'name', ({ records }) => formatCount(records, 'record'), 'deletedAt'],
      empty: 'The trash is empty.',
      notes: ({ projects }) =>
        projects.length > 0 &&
        'Bring one back with daybook projects restore <id>, or erase it with daybook projects purge <id>.',
    }),
    restore: contextVerb('project_restore', {
      summary: 'bring a project back from the trash',
      args: { project: 'id' },
      line: ({ id }) => id,
      notes: () => 'Everything is back as it was.',
    }),
    purge: contextVerb('project_purge', {
      summary: 'erase a project in the trash for good',
      args: { project: 'id' },
      flags: [['yes <project>', 'confirm', 'the id once more, instead of being asked for it']],
      async input({ id, ...given }) {
        const question = `Erase ${id} with everything in it for good? Type its id: `
        const otherwise = `Run it in a terminal, or confirm with --yes ${id}.`
        return { id, confirm: given.confirm ?? (await askToConfirm(question, 'A purge', otherwise)) }
      },
      line: ({ id }) => id,
      notes: ({ records }) => `Erased for good with ${formatCount(records, 'record')}.`,
    }),
    import: contextVerb('project_import', {
      summary: 'bring in the projects of a legacy projects.json',
      flags: ['dry_run', ['on-conflict <rule>', 'on_conflict'], 'skip_invalid'],
      own: { '<file-or-folder>': 'the file, or a folder with a projects.json' },
      more: 'The file is only read. A folder is searched for projects.json.',
      async ask({ call }, given, { fileOrFolder: source }) {
        const isFolder = source !== '-' && statSync(source, { throwIfNoEntry: false })?.isDirectory()
        const file = isFolder ? join(source, 'projects.json') : source
        try {
          return await call('project_import', { dry_run: false, ...given, json: await readText(file) })
        } catch (error) {
          throw withBackup(error, `${file}.backup`)
        }
      },
      list: 'entries',
      columns: ['status', 'id', 'name', 'reason'],
      notes({ counts, dry_run }) {
        const found = Object.entries(counts).flatMap(([status, n]) => (n > 0 ? [`${n} ${status}`] : []))
        return [found.join(', ') || 'The file holds no entries.', dry_run && 'Nothing was written.']
      },
    }),
    export: contextVerb('project_export', {
      summary: 'all projects in the format that import reads',
      text: ({ json }) => json,
      notes: ({ count }) => `${formatCount(count, 'project')}.`,
    }),
  },
}

/** The operation itself refuses unknown fields and wrong values. */
function patchOf(pairs: readonly string[], textKeys: readonly string[]): Partial<Input<'project_update'>> {
  const fields: { [field: string]: unknown } = {}
  const customData: { [key: string]: string } = {}
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1) throw usageFault('Every change is written as field=value.', 'For example: slice=104-slice.merge')
    const [field, value] = [pair.slice(0, at), pair.slice(at + 1)]
    if (textKeys.includes(field)) customData[field] = value
    else if (field.startsWith('isMonorepo') && /^(true|false)$/.test(value)) fields[field] = value === 'true'
    else fields[field] = field === 'projectPath' ? absolute(value) : value
  }
  return { ...fields, ...(Object.keys(customData).length > 0 && { customData }) }
}

/** A folder as a person types it, relative to where they are; an empty one stays empty. */
function absolute(path: string): string {
  return path === '' ? '' : resolve(path)
}

/** A copy that another program left beside a broken file is named, never used unasked. */
function withBackup(error: unknown, backup: string): unknown {
  if (!(error instanceof Fault) || error.code !== 'INVALID_INPUT' || !existsSync(backup)) return error
  const { message, hint, details } = error
  const named = `${hint} A copy is beside it: ${backup}`
  return new Fault('INVALID_INPUT', message, { hint: named, ...(details && { details }), cause: error })
}
