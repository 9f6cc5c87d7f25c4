// npm run regexes: fails naming each regular expression of the program whose time can grow faster than the text it
// meets, and each that is constructed from data and not listed below. With `-- --anew` also those are checked again that
// regexes/slow-to-check.txt has: it lists by hashes which were found linear, but took recheck over a second.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkPatterns, patternKey } from './regexes/check-patterns.ts'
import { constructedOnLoad } from './regexes/constructed.ts'
import { findRegexes } from './regexes/find.ts'

/** Files that construct patterns from data, and why these take linear time. */
const fromData: { [file: string]: string } = {
  'src/evidence/secrets.ts': "the folder of the owner's own project, escaped, with one class after it",
  'src/query/answers.ts':
    'words of ASCII in a row, with at most three letters and a row of other characters between two: no two of these overlap',
  'src/room/turns/json-schema.ts':
    'only compiled; json-schema.ts runs it in a context of its own, which has a time limit',
  'web/src/parts/transcript/safe-text.ts': 'what the reader searches for, escaped: a text without anything to repeat',
}

const root = fileURLToPath(new URL('..', import.meta.url))
const { literals, constructions } = findRegexes(root, ['src', 'web/src'])
const constructed = await constructedOnLoad(root, constructions)
const patterns = [...literals, ...constructed]
const verdicts = await checkPatterns(patterns, {
  cacheFile: join(root, 'node_modules/.cache/daybook/regexes.json'),
  slowFile: join(root, 'scripts/regexes/slow-to-check.txt'),
  isAnew: process.argv.includes('--anew'),
})

const slow = patterns.flatMap(pattern => {
  const verdict = verdicts.get(patternKey(pattern))
  return verdict?.isLinear ? [] : [`${pattern.place}: ${verdict?.summary}: ${patternKey(pattern)}`]
})
const onLoad = new Set(constructed.map(({ place }) => place))
const late = constructions.filter(({ place }) => !onLoad.has(place))
const unlisted = late
  .filter(({ file }) => !Object.hasOwn(fromData, file))
  .map(({ place }) => `${place}: constructed from data; use a constant pattern or say in fromData why it is linear`)
const unused = Object.keys(fromData)
  .filter(file => !late.some(construction => construction.file === file))
  .map(file => `${file}: listed in fromData, but constructs no pattern from data`)

const problems = [...new Set([...slow, ...unlisted, ...unused])]
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stderr.write(`${verdicts.size} regular expressions, ${problems.length} problems.\n`)
// recheck keeps a process of its own alive.
process.exit(problems.length === 0 ? 0 : 1)
