import { type Counts, each, nothingFailed, oneFailed, only } from './found-counts.ts'

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
