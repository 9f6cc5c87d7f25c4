const dollar = '$'

/** What templating, Markdown, line ends or length could spoil. */
export const awkwardTexts: { [described: string]: string } = {
  'full of braces': `Did {thing} and {{other}} with {"a":1} and ${dollar}{x}`,
  code: 'function f(){ return {x:1}; }',
  'a placeholder': '{slice}',
  'an open condition': '{{#if x}}',
  'replacement patterns': '$& $1 %s \\1 $` $$',
  fences: '```\na\n````md\nb\n`````\nc\n``````',
  'a heading of ours': '### Instruction Prompt\nnot ours',
  'lines that end otherwise': 'a\r\nb\rc\n',
  'mostly blank lines': 'a\n\n\n\n\n\n\nb',
  'surrounded by blanks': '  \n\ta\t \n ',
  'emoji and right-to-left text': '👩‍👩‍👧‍👦 🏳️‍🌈 שלום \u202eabc\u202c e\u0301',
  'two hundred kilobytes': 'Long {line} with $& and é.\r\n'.repeat(7200),
}
