import { tokenSheet } from '../../../kernel/tokens.ts'
import { escapeHtml, html, type Markup } from './markup.ts'

export const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** A whole page by itself: nothing in it runs and nothing is fetched. */
export function page(title: string, body: Markup, stamp: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Daybook">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${patterns.text}
${body.text}
<!-- ${stamp} -->
</body>
</html>
`
}

/** Hatches, so that no state is shown by its colour alone. */
const patterns = html`<svg class="defs" aria-hidden="true" focusable="false"><defs>
<pattern id="p-blocked" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="7" height="7" style="fill:var(--c-blocked)"/><rect width="2" height="7" style="fill:var(--surface);fill-opacity:.55"/></pattern>
<pattern id="p-interrupted" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" style="fill:var(--c-interrupted)"/><rect width="2" height="6" style="fill:var(--surface);fill-opacity:.6"/></pattern>
<pattern id="p-failed" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect width="7" height="7" style="fill:var(--c-failed)"/><rect width="2" height="7" style="fill:var(--surface);fill-opacity:.55"/></pattern>
<pattern id="p-question" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" style="fill:var(--c-question)"/><circle cx="3" cy="3" r="1.3" style="fill:var(--surface);fill-opacity:.8"/></pattern>
<pattern id="p-other" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" style="fill:var(--c-quiet)"/><rect width="6" height="2" style="fill:var(--surface);fill-opacity:.6"/></pattern>
<pattern id="p-removed" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" style="fill:var(--c-blocked)"/><rect width="2" height="6" style="fill:var(--surface);fill-opacity:.45"/></pattern>
<pattern id="p-unknown" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" style="fill:var(--sunken)"/><rect width="2" height="6" style="fill:var(--c-quiet)"/></pattern>
</defs></svg>`

/** The look of written reports: ink on paper by day and by night, and plain on paper when printed. */
const style = `
${tokenSheet}* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.6 var(--sans); overflow-wrap: anywhere; }
main { max-width: 1040px; margin: 0 auto; padding: 56px 28px 40px; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; margin: 0; letter-spacing: -0.01em; }
h1 { font-size: clamp(1.6rem, 4.2vw, 2.35rem); font-weight: 680; letter-spacing: -0.022em; margin: 6px 0 14px; max-width: 24em; }
h2 { font-size: 1.2rem; font-weight: 650; margin: 52px 0 16px; }
h3 { font-size: 1.02rem; font-weight: 640; }
p { margin: 0 0 10px; }
a { color: var(--accent-ink); text-decoration: underline; text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); text-underline-offset: 2px; }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--accent-ink); outline-offset: 2px; border-radius: 4px; }
ul { margin: 0; padding: 0; list-style: none; }
.eyebrow { color: var(--ink-2); font-weight: 560; font-size: 0.92rem; margin: 0; }
.meta { display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center; color: var(--ink-2); font-size: 0.87rem; margin: 0; }
.chip { display: inline-flex; align-items: center; gap: 5px; padding: 1px 9px; border-radius: 99px; font-size: 0.78rem; font-weight: 560; line-height: 1.7; background: var(--sunken); color: var(--ink-2); border: 1px solid var(--line); }
.chip.good { background: var(--resolved-soft); color: var(--resolved); border-color: transparent; }
.chip.warn { background: var(--later-soft); color: var(--later); border-color: transparent; }
.chip.bad { background: var(--danger-soft); color: var(--danger); border-color: transparent; }
.chip.calm { background: var(--accent-soft); color: var(--accent-ink); border-color: transparent; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 30px 0 0; }
.tile { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 14px 16px 13px; }
.tile dt { color: var(--ink-2); font-size: 0.8rem; }
.tile dd { margin: 1px 0 0; font-size: 1.6rem; font-weight: 640; letter-spacing: -0.02em; line-height: 1.25; font-variant-numeric: tabular-nums; }
.tile dd small { display: block; font-size: 0.78rem; font-weight: 450; letter-spacing: 0; color: var(--ink-2); line-height: 1.4; margin-top: 2px; }
.notes { margin: 22px 0 0; padding: 10px 16px; border-left: 3px solid var(--later); background: var(--later-soft); border-radius: 0 8px 8px 0; font-size: 0.88rem; }
.open { border: 1px solid color-mix(in srgb, var(--danger) 30%, var(--line)); background: var(--danger-soft); border-radius: 14px; padding: 4px 18px; }
.open li { padding: 11px 0; }
.open li + li { border-top: 1px solid color-mix(in srgb, var(--danger) 18%, transparent); }
.open strong { font-weight: 620; }
.cites { font: 0.8rem/1.5 var(--mono); color: var(--ink-2); }
.cites a { color: var(--ink-2); white-space: nowrap; }
.open .cites, .open .cites a { color: var(--ink); }
.lead { font-size: 1.08rem; line-height: 1.55; max-width: 62ch; margin: 0 0 16px; }
.fold { margin: 18px 0 0; border-top: 1px solid var(--line); padding-top: 14px; }
.fold > summary { display: flex; align-items: baseline; gap: 10px; width: auto; }
.fold > summary::before { content: "▸"; color: var(--ink-3); }
.fold[open] > summary::before { content: "▾"; }
.fold > summary::-webkit-details-marker { display: none; }
.fold > summary h2 { margin: 0; font-size: 1.05rem; }
.work th, .work td { text-align: left; padding: 12px 18px 12px 0; width: 22%; line-height: 1.5; overflow-wrap: anywhere; }
.work th:first-child { width: 28%; } .work td:nth-child(2) { width: 30%; } .work thead th:first-child { font-weight: 560; }
.work tbody th :is(a, strong) { font-weight: 620; color: var(--ink); }
.work tbody p { margin: 4px 0 0; font-weight: 400; color: var(--ink-2); }
.copy { margin: 6px 0 18px; padding: 12px 16px; background: var(--sunken); border-radius: 8px; font: 0.85rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; cursor: text; }
.project { margin-top: 34px; }
.project > header { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; margin-bottom: 8px; }
.project > header h3 { font-size: 1.15rem; }
.project > p { color: var(--ink-2); max-width: 74ch; }
.key { font: 0.78rem var(--mono); color: var(--ink-3); }
.item { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; padding: 18px 20px 16px; margin-top: 14px; break-inside: avoid; }
.item > header { display: flex; flex-wrap: wrap; gap: 6px 10px; align-items: center; }
.item h4 { font-size: 1rem; font-weight: 620; flex: 1 1 22em; }
.item .ref { font: 0.78rem var(--mono); color: var(--ink-3); }
.outcomes { margin: 12px 0 0; }
.outcomes li { display: grid; grid-template-columns: 92px 1fr; gap: 2px 16px; padding: 6px 0; }
.outcomes .kind { color: var(--ink-2); font-size: 0.8rem; font-weight: 560; padding-top: 2px; }
.outcomes .sure { color: var(--ink-3); font-size: 0.8rem; }
.limits { color: var(--ink-2); font-size: 0.85rem; margin: 10px 0 0; padding-left: 108px; }
.limits li::before { content: "◦ "; color: var(--ink-3); }
details { margin-top: 10px; }
summary { cursor: pointer; color: var(--ink-2); font-size: 0.87rem; font-weight: 540; width: fit-content; }
summary:hover { color: var(--ink); }
details > :not(summary) { margin-top: 10px; }
.story { border-left: 2px solid var(--line); padding-left: 16px; color: var(--ink-2); font-size: 0.92rem; }
.story ul li { padding: 1px 0 1px 14px; text-indent: -14px; }
.story ul li::before { content: "– "; }
blockquote { margin: 8px 0; padding: 9px 14px; background: var(--sunken); border-radius: 8px; color: var(--ink); white-space: pre-wrap; font-size: 0.92rem; }
blockquote + blockquote { margin-top: 6px; }
.who { font: 0.78rem var(--mono); color: var(--ink-3); margin: 12px 0 0; }
.minor { margin-top: 14px; border: 1px dashed var(--line); border-radius: 14px; padding: 10px 18px; }
.minor summary { padding: 2px 0; }
.minor li { padding: 5px 0; }
.chart { margin: 0 0 14px; background: var(--surface); border: 1px solid var(--line); border-radius: 14px; padding: 18px 20px 14px; break-inside: avoid; }
.first { margin-top: 26px; }
.chart h2 { font-size: 1.02rem; font-weight: 640; margin: 0; }
.chart figcaption p { color: var(--ink-2); font-size: 0.89rem; margin: 3px 0 10px; }
.scroll { overflow-x: auto; border-radius: 6px; }
.chart .scroll > svg { display: block; width: 100%; min-width: 680px; height: auto; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0 0 10px; font-size: 0.82rem; color: var(--ink-2); }
.legend li { display: inline-flex; align-items: center; gap: 6px; }
svg text { font-family: var(--sans); font-size: 13px; fill: var(--ink); }
svg .note { fill: var(--ink-2); font-size: 12px; font-variant-numeric: tabular-nums; }
svg .group { fill: var(--ink-3); font-size: 12px; }
svg .hour { fill: var(--ink-3); font-size: 11.5px; font-variant-numeric: tabular-nums; }
svg .strong { font-weight: 560; }
svg .lane { fill: transparent; }
svg .lane.odd { fill: color-mix(in srgb, var(--ink) 3%, transparent); }
svg .tick { stroke: var(--line); fill: none; }
svg .tick.change { stroke: var(--later); stroke-dasharray: 3 3; }
svg .arrow { fill: var(--ink-2); }
svg a:focus-visible rect, svg a:hover rect { stroke: var(--ink); stroke-width: 2; }
.family-0 { fill: var(--c-result); } .family-1 { fill: var(--c-question); } .family-2 { fill: var(--c-pass); } .family-3 { fill: var(--c-interrupted); } .family-rest, .tools-rest { fill: url(#p-unknown); }
.swatch-added { fill: var(--c-pass); } .swatch-removed { fill: url(#p-removed); }
.tokens-input { fill: var(--c-question); } .tokens-cache_read { fill: var(--c-soft); } .tokens-cache_write { fill: var(--c-write); } .tokens-output { fill: var(--c-result); }
.swatch-unknown, .state-none { fill: url(#p-unknown); }
.check-pass { fill: var(--c-pass); } .check-fail { fill: url(#p-blocked); } .check-unknown { fill: url(#p-unknown); } .check-not_run { fill: var(--c-quiet); }
.state-material_result { fill: var(--c-result); } .state-no_material { fill: var(--c-quiet); } .state-other { fill: url(#p-other); }
.state-blocked { fill: url(#p-blocked); } .state-interrupted { fill: url(#p-interrupted); } .state-failed { fill: url(#p-failed); }
.state-clarification_only { fill: url(#p-question); } .state-evidence_gap { fill: url(#p-unknown); }
.project-1 { fill: var(--project-1); } .project-2 { fill: var(--project-2); } .project-3 { fill: var(--project-3); } .project-4 { fill: var(--project-4); } .project-5 { fill: var(--project-5); } .project-rest { fill: var(--project-rest); }
#files [class^="project-"] { fill: var(--c-result); } .heat { fill: var(--accent-ink); }
.heat-0 { fill: var(--sunken); } .heat-1 { fill-opacity: 0.22; } .heat-2 { fill-opacity: 0.45; } .heat-3 { fill-opacity: 0.7; } .heat-4 { fill-opacity: 1; }
table { border-collapse: collapse; width: 100%; font-size: 0.87rem; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
th, td { text-align: right; padding: 6px 0 6px 18px; border-top: 1px solid var(--line); vertical-align: top; }
th:first-child { text-align: left; padding-left: 0; font-weight: 480; overflow-wrap: anywhere; }
thead th { border-top: 0; color: var(--ink-2); font-weight: 560; font-size: 0.8rem; white-space: nowrap; }
.tables { display: grid; gap: 26px; }
.tables > * { min-width: 0; }
.tables h3 { margin-bottom: 4px; }
.chain { border-top: 1px solid var(--line); padding: 12px 0; font-size: 0.9rem; break-inside: avoid; }
.chain h3 { font-size: 0.9rem; display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.chain dl { display: grid; grid-template-columns: 92px 1fr; gap: 3px 16px; margin: 6px 0 0; }
.chain dt { color: var(--ink-2); font-size: 0.8rem; padding-top: 1px; }
.chain dd { margin: 0; }
footer { margin-top: 60px; padding-top: 18px; border-top: 1px solid var(--line); color: var(--ink-2); font-size: 0.84rem; }
code { font: 0.88em var(--mono); background: var(--sunken); border-radius: 4px; padding: 1px 4px; }
.open code { background: color-mix(in srgb, var(--surface) 55%, transparent); }
.defs { position: absolute; width: 0; height: 0; }
@media (max-width: 640px) {
  .tiles { grid-template-columns: repeat(auto-fit, minmax(120px, 1fr)); }
  .tile { padding: 11px 13px; }
  .tile dd { font-size: 1.3rem; }
  main { padding: 28px 16px 32px; }
  .outcomes li, .chain dl { grid-template-columns: 1fr; }
  .limits { padding-left: 0; }
  .work thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .work, .work tbody, .work tr, .work th, .work td { display: block; width: auto; padding-right: 0; }
  .work :is(th, td):nth-child(n) { width: auto; }
  .work tr { border-top: 1px solid var(--line); padding: 8px 0; }
  .work th, .work td { border: 0; padding: 4px 0; }
  .work .none { display: none; }
  .work td::before { content: attr(data-head); display: block; color: var(--ink-2); font-size: 0.8rem; font-weight: 560; }
  .item, .chart { padding: 14px 15px 12px; }
}
@media print {
  :root { color-scheme: light; }
  @page { margin: 16mm 14mm; }
  body { background: #fff; font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  .item, .chart, .tile, .open { box-shadow: none; border-color: #ccc; }
  .item, .chart, .chain, .open li, tr { break-inside: avoid; }
  h2, h3, h4 { break-after: avoid; }
  .chart .scroll > svg { min-width: 0; }
  .data { display: none; }
  details:not([open]), .fold:has(> summary > #copy) { display: none; }
  a { color: inherit; text-decoration: none; }
  .chip { padding: 0; border: 0; }
}
`
