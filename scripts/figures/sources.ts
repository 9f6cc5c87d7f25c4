import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export interface SourceFile {
  path: string
  text: string
  lines: number
  isTest: boolean
  imports: readonly Import[]
  exports: readonly string[]
}

interface Import {
  /** The path of the imported file. */
  from: string
  /** `*` for all of them. */
  names: readonly string[]
  isType: boolean
  isDynamic: boolean
}

/** The TypeScript files of the project by path, with what they import from each other. */
export function readSources(folder: string): Map<string, SourceFile> {
  const paths = ['src', 'web/src', 'test', 'bench', 'scripts'].flatMap(top =>
    readdirSync(join(folder, top), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name))
      .map(name => posix.join(top, name)),
  )
  return new Map(paths.map(path => [path, readSource(path, readFileSync(join(folder, path), 'utf8'))]))
}

function readSource(path: string, text: string): SourceFile {
  return {
    path,
    text,
    lines: text.split('\n').length - 1,
    isTest: /\.test\.tsx?$/.test(path),
    imports: importsOf(path, text),
    exports: [...text.matchAll(declaration)].map(([, name = '']) => name),
  }
}

const declaration = /^export (?:async )?(?:const|let|function\*?|class|abstract class|interface|type|enum) (\w+)/gm
const statement = /^(?:import|export) (type )?([^'"]*?) ?(?:from )?'(\.[^']+)'/gm
const dynamic = /\bimport\('(\.[^']+)'\)/g

function importsOf(path: string, text: string): Import[] {
  const resolve = (target: string) => posix.join(posix.dirname(path), target)
  const statements = [...text.matchAll(statement)].map(([, type, clause = '', target = '']) => {
    const listed =
      /\{([^}]*)\}/
        .exec(clause)?.[1]
        ?.split(',')
        .map(each => each.trim()) ?? []
    const names = listed.filter(each => each !== '')
    return {
      from: resolve(target),
      names: names.length > 0 ? names.map(each => each.replace(/^type /, '').replace(/ as .*/, '')) : ['*'],
      isType: type !== undefined || (names.length > 0 && names.every(each => each.startsWith('type '))),
      isDynamic: false,
    }
  })
  const calls = [...text.matchAll(dynamic)].map(([, target = '']) => ({
    from: resolve(target),
    names: ['*'],
    isType: false,
    isDynamic: true,
  }))
  return [...statements, ...calls]
}
