import { sum } from '../../../kernel/numbers.ts'
import { type Counts, each, last, nothingFailed, oneFailed, only, type ReadCounts } from './found-counts.ts'

/** What linters and formatters print. */
export const lintCounts: readonly ReadCounts[] = [
  eslint,
  golangci,
  ruff,
  biome,
  rubocop,
  credo,
  prettier,
  oxlint,
  preCommit,
  black,
  pylint,
  placesOfFindings,
  isort,
  phpcs,
  phpCsFixer,
  pint,
  swiftlint,
  rustfmt,
  terraform,
  helm,
  lefthook,
  nextLint,
  stylelint,
  denoLint,
  kondo,
  eastwood,
  hlint,
  ansible,
  kubeconform,
  sqlfluff,
  luacheck,
  shellcheck,
  typos,
  cspell,
  cargoDeny,
]

/** What type checkers print. */
export const typeCounts: readonly ReadCounts[] = [
  typescript,
  mypy,
  pyright,
  ty,
  svelteCheck,
  dialyzer,
  phpstan,
  psalm,
  sorbet,
  dart,
  steep,
]

/** What compilers and build tools print at their end. */
export function buildCounts(text: string): Counts | null {
  const failure =
    /\bBUILD FAIL(?:ED|URE)\b|\bBuild FAILED\b|\bBuild failed with \d{1,9} error|\bg?make(?:\[\d+\])?: \*\*\*|\bninja: build stopped: |\berror: could not compile\b|\bFailed to compile\b|\bcompiled with \d+ errors?\b|\*\* \((?:CompileError|Mix)\)|\bCompilation error in file\b|\[ERROR\] COMPILATION ERROR|^error during build:|\bBuild did NOT complete successfully\b|\bCompilation failed due to warnings\b|^(?:#\d{1,4} )?ERROR: failed to (?:solve|build)\b|^\[error\] Total time: |^(?:▸ )?Build Failed$|\bfailed to solve: |^! (?:LaTeX Error|Undefined control|Emergency stop|==> Fatal error)|^ *==> Fatal error occurred|^Error: (?:Unbound |Syntax error|This expression )|^Collected error summary|^\W{0,6}(?:Compilation|Bundling|Build) failed\b|^FAILED: \S|^FATAL ERROR: |^Aborted with \d{1,9} warnings in strict mode|^build finished with problems\b|^=+ \[FAILED\] Took /m
  if (failure.test(text)) return oneFailed
  const counted = each(text, /^ {0,8}(\d{1,9}) Error\(s\)/gm, only)
  if (counted) return counted
  const success =
    /\bBUILD SUCCESS(?:FUL)?\b|\b[Bb]uild succeeded\b|^=+ \[SUCCESS\] Took |✓ built in |\bcompiled successfully\b|\bCompiled successfully\b|^ *Finished (?:`|dev|release|test).* target\(s\)|\bBuild complete!|\*\* BUILD SUCCEEDED \*\*|\bnaming to \S+ done\b|^\[100%\] Built target |^Generated \S+ app$|\bBuild completed successfully\b|\bBuild success in \d|^ninja: no work to do\.|^\[(\d{1,6})\/\1\] (?:Linking|Building|Generating|Compiling|Creating)\b|^\[success\] Total time: |\bcompiled with \d{1,9} warnings?\b|^(?:▸ )?Build Succeeded$|^created \S+ in \d|⚡ Done in \d|^\W{0,6}(?:Successfully (?:built|compiled|packaged)\b|Built \S|Build (?:successful|completed?|finished)\b|Compiler run successful|Compilation (?:succeeded|successful|completed?)\b)|^Output written on \S|^Latexmk: All targets \([^)\n]{0,200}\) are up-to-date$/m
  return success.test(text) ? nothingFailed : null
}

/** What compilers say of a file; they say nothing when all is well. */
export function compilerCounts(text: string): Counts | null {
  const errors =
    text.match(
      /^[^\s:]+:\d{1,9}:\d{1,9}: (?:fatal )?error\b|^error(?:\[E\d{4}\])?: |^[^\s:]+\.go:\d{1,9}:\d{1,9}: |\berror CS\d{4}:|^[^\s:]+\.java:\d{1,9}: error:|^e: \S|^File "[^"\n]{1,300}", lines? \d[^\n]{0,40}:$|^# [\w.-]+\/\S*$/gm,
    )?.length ?? 0
  return errors > 0 ? { passed: null, failed: errors } : null
}

function eslint(text: string): Counts | null {
  if (/^ESLint found too many warnings \(maximum: /m.test(text)) return oneFailed
  const counted = each(text, /✖ \d+ problems? \((\d{1,9}) errors?,/g, only)
  if (counted) return counted
  // Without a configuration it did not run.
  return /^Oops! Something went wrong! :\($/m.test(text) && !/\bcouldn't find\b/.test(text) ? oneFailed : null
}

/** Where the count is cut off, each finding ends with the name of its linter. */
function golangci(text: string): Counts | null {
  const counted = each(text, /^(\d{1,9}) issues?(?::|\.)/gm, only)
  if (counted) return counted
  const places = text.match(/^[^\s:]+\.go:\d{1,9}:\d{1,9}: [^\n]*$/gm) ?? []
  const findings = places.filter(line => /\([a-z\d]+\)$/.test(line)).length
  return findings > 0 ? { passed: null, failed: findings } : null
}

function ruff(text: string): Counts | null {
  const counted = each(
    text,
    /^Found (\d{1,9}) errors?(?:\.$| \((?:\d{1,9} fixed, (\d{1,9}) remaining)?)/gm,
    ([, found, remaining]) => ({ passed: null, failed: Number(remaining ?? found) }),
  )
  return counted ?? (/^All checks passed!/m.test(text) ? nothingFailed : null)
}

function biome(text: string): Counts | null {
  const counted = each(text, /^Found (\d{1,9}) errors?\.$/gm, only)
  return counted ?? (/^Checked \d{1,9} files? in /m.test(text) ? nothingFailed : null)
}

function rubocop(text: string): Counts | null {
  const summary =
    /(?<!\d)\d{1,9} files? inspected, (no|\d{1,9}) offenses? detected(?:, (\d{1,9}) offenses? corrected)?/g
  return each(text, summary, ([, found, corrected]) => ({
    passed: null,
    failed: found === 'no' ? 0 : Math.max(0, Number(found) - Number(corrected ?? 0)),
  }))
}

function credo(text: string): Counts | null {
  return each(text, /\bmods\/funs, found ([^\n]*)/g, ([, words = '']) => ({
    passed: null,
    failed: sum([...words.matchAll(/(?<!\d)(\d{1,9}) /g)].map(([, number]) => Number(number))),
  }))
}

function prettier(text: string): Counts | null {
  if (/\bCode style issues (?:found|were found)/.test(text)) return oneFailed
  return /\bAll matched files use Prettier code style!/.test(text) ? nothingFailed : null
}

function oxlint(text: string): Counts | null {
  return each(text, /\bFound \d{1,9} warnings? and (\d{1,9}) errors?\b/g, only)
}

/** `trailing whitespace....Passed`, one line for each hook. */
function preCommit(text: string): Counts | null {
  const hooks = text.split('\n').flatMap(line => /(?:\.{3}|\))(Passed|Failed|Skipped)$/.exec(line)?.[1] ?? [])
  if (hooks.length === 0) return null
  const failed = hooks.filter(result => result === 'Failed').length
  return { passed: null, failed, partial: true }
}

/** Black and `ruff format --check`. */
function black(text: string): Counts | null {
  if (/^\d{1,9} files? would be reformatted/m.test(text)) return oneFailed
  return /^\d{1,9} files? (?:would be left unchanged\.$|already formatted$)/m.test(text) ? nothingFailed : null
}

function pylint(text: string): Counts | null {
  const rated = last(text, /^Your code has been rated at (-?[\d.]{1,9})\/10/gm)
  return rated && (Number(rated[1]) === 10 ? nothingFailed : oneFailed)
}

/** `a.py:1:1: F401 …`, as flake8 and its relatives print each finding. */
function placesOfFindings(text: string): Counts | null {
  const findings = text.match(/^[^\s:]+:\d{1,9}:\d{1,9}: [A-Z]{1,4}\d{1,5} /gm)?.length ?? 0
  return findings > 0 ? { passed: null, failed: findings } : null
}

function isort(text: string): Counts | null {
  const findings = text.match(/\bImports are incorrectly sorted/g)?.length ?? 0
  return findings > 0 ? { passed: null, failed: findings } : null
}

function phpcs(text: string): Counts | null {
  return each(text, /^FOUND (\d{1,9}) ERRORS?\b/gm, only)
}

function phpCsFixer(text: string): Counts | null {
  return each(text, /^Found (\d{1,9}) of \d{1,9} files that can be fixed/gm, only)
}

function pint(text: string): Counts | null {
  const ended = last(text, /^ *(PASS|FAIL) {1,9}\.+ \d{1,9} files?/gm)
  return ended && (ended[1] === 'PASS' ? nothingFailed : oneFailed)
}

/** Only what is serious fails. */
function swiftlint(text: string): Counts | null {
  return each(text, /\bFound \d{1,9} violations?, (\d{1,9}) serious in /g, only)
}

function rustfmt(text: string): Counts | null {
  const differing = text.match(/^Diff in \S/gm)?.length ?? 0
  return differing > 0 ? { passed: null, failed: differing } : null
}

function terraform(text: string): Counts | null {
  if (/\bSuccess! The configuration is valid/.test(text)) return nothingFailed
  return /^│ Error: \S|^[│ ]{1,4} on \S{1,200}\.tf line \d/m.test(text) ? oneFailed : null
}

function helm(text: string): Counts | null {
  return each(text, /(?<!\d)\d{1,9} chart\(s\) linted, (\d{1,9}) chart\(s\) failed/g, only)
}

/** A line for each job below the summary; the glove is a job that failed. */
function lefthook(text: string): Counts | null {
  if (!/^ *summary: \(done in /m.test(text)) return null
  return { passed: null, failed: text.match(/^ *🥊/gmu)?.length ?? 0 }
}

function nextLint(text: string): Counts | null {
  return /^✔ No ESLint warnings or errors$/m.test(text) ? nothingFailed : null
}

function stylelint(text: string): Counts | null {
  return each(text, /^[✖✕×]? ?\d{1,9} problems? \((\d{1,9}) errors?, \d{1,9} warnings?\)$/gm, only)
}

function denoLint(text: string): Counts | null {
  const counted = each(text, /^Found (\d{1,9}) problems?$/gm, only)
  return counted ?? (/^Checked \d{1,9} files?$/m.test(text) ? nothingFailed : null)
}

/** It ends with an error for warnings too. */
function kondo(text: string): Counts | null {
  const summary = /^linting took \d{1,9}ms, errors: (\d{1,9}), warnings: (\d{1,9})/gm
  return each(text, summary, ([, errors, warnings]) => ({ passed: null, failed: sum([errors, warnings].map(Number)) }))
}

function eastwood(text: string): Counts | null {
  const summary = /^== Warnings: (\d{1,9})(?: \([^)\n]{0,200}\))?\.? {1,2}Exceptions thrown: (\d{1,9})/gm
  return each(text, summary, ([, ...found]) => ({ passed: null, failed: sum(found.map(Number)) }))
}

function hlint(text: string): Counts | null {
  return each(text, /^(No|\d{1,9}) hints?\b/gm, ([, found]) => ({
    passed: null,
    failed: found === 'No' ? 0 : Number(found),
  }))
}

function ansible(text: string): Counts | null {
  return each(text, /^(?:Passed: |Failed: |Finished with )(\d{1,9}) failure\(s\), /gm, only)
}

function kubeconform(text: string): Counts | null {
  const summary =
    /^Summary: \d{1,9} resources? found [^\n]{1,80} - Valid: \d{1,9}, Invalid: (\d{1,9}), Errors: (\d{1,9})/gm
  return each(text, summary, ([, ...found]) => ({ passed: null, failed: sum(found.map(Number)) }))
}

function sqlfluff(text: string): Counts | null {
  const failed = text.match(/^== \[.*\] FAIL$/gm)?.length ?? 0
  if (failed > 0) return { passed: null, failed }
  return /^All Finished\b/m.test(text) ? { ...nothingFailed, partial: true } : null
}

/** It ends with an error for warnings too. */
function luacheck(text: string): Counts | null {
  const summary = /^Total: (\d{1,9}) warnings? \/ (\d{1,9}) errors? in /gm
  return each(text, summary, ([, ...found]) => ({ passed: null, failed: sum(found.map(Number)) }))
}

function shellcheck(text: string): Counts | null {
  const findings = text.match(/\bSC\d{4} \((?:error|warning|info|style)\): /g)?.length ?? 0
  return findings > 0 ? { passed: null, failed: findings } : null
}

function typos(text: string): Counts | null {
  const findings = text.match(/^error: `[^`\n]{1,80}` should be /gm)?.length ?? 0
  return findings > 0 ? { passed: null, failed: findings } : null
}

function cspell(text: string): Counts | null {
  return each(text, /^CSpell: Files checked: \d{1,9}, Issues found: (\d{1,9})\b/gm, only)
}

function cargoDeny(text: string): Counts | null {
  const ended = last(text, /^(?:advisories|bans|licenses|sources) (?:ok|FAILED)(?:, [a-z]{1,12} (?:ok|FAILED)){0,3}$/gm)
  return ended && (ended[0].includes('FAILED') ? oneFailed : nothingFailed)
}

function typescript(text: string): Counts | null {
  const errors = text.match(/\berror TS\d+:/g)?.length ?? 0
  const counted = last(text, /\bFound (\d{1,9}) errors?(?: in |\.(?: Watching|$))/gm)
  if (counted && (errors > 0 || Number(counted[1]) === 0 || counted[0].endsWith(' in '))) return only(counted)
  return errors > 0 ? { passed: null, failed: errors } : null
}

function mypy(text: string): Counts | null {
  return /\bSuccess: no issues found in \d/.test(text) ? nothingFailed : null
}

function pyright(text: string): Counts | null {
  return each(text, /^(\d{1,9}) errors?, \d{1,9} warnings?\b/gm, only)
}

function ty(text: string): Counts | null {
  return each(text, /^Found (\d{1,9}) diagnostics?$/gm, only)
}

function svelteCheck(text: string): Counts | null {
  return each(text, /\bsvelte-check found (\d{1,9}) errors?\b/g, only)
}

function dialyzer(text: string): Counts | null {
  const counted = each(text, /\bTotal errors: (\d{1,9})\b/g, only)
  if (counted) return counted
  const ended = last(text, /\bdone \((passed successfully|warnings were emitted)\)/g)
  return ended && (ended[1] === 'passed successfully' ? nothingFailed : oneFailed)
}

function phpstan(text: string): Counts | null {
  const counted = each(text, /\[ERROR\] Found (\d{1,9}) errors?/g, only)
  return counted ?? (/\[OK\] No errors/.test(text) ? nothingFailed : null)
}

function psalm(text: string): Counts | null {
  const counted = each(text, /^(\d{1,9}) errors? found$/gm, only)
  return counted ?? (/^ *No errors found!/m.test(text) ? nothingFailed : null)
}

/** What builders say at their end. */
function sorbet(text: string): Counts | null {
  const counted = each(text, /^Errors: (\d{1,9})$/gm, only)
  return counted ?? (/^No errors! Great job\./m.test(text) ? nothingFailed : null)
}

function dart(text: string): Counts | null {
  const counted = each(text, /^(\d{1,9}) issues? found\./gm, only)
  return counted ?? (/^No issues found!/m.test(text) ? nothingFailed : null)
}

function steep(text: string): Counts | null {
  const counted = each(text, /^Detected (\d{1,9}) problems? from \d/gm, only)
  return counted ?? (/^No type error detected\./m.test(text) ? nothingFailed : null)
}
