#include "report/html/page.hpp"

namespace heddle::report {
namespace {

constexpr const char* style = R"(
:root { color-scheme: light dark; --back: #fff; --text: #1b1f24; --soft: #f3f4f6; --line: #d0d4da; --dim: #5b6470;
  --first: #ffd9a8; --second: #bfe0ff; --bad: #b3261e; --good: #1a7f37; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --back: #14171c; --text: #e6e8eb; --soft: #1f242b; --line: #3a424d;
  --dim: #9aa4b1; --first: #6b4a1c; --second: #1f4a6e; --bad: #ff8a80; --good: #6fd08c; --warn: #e6b450; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
header { position: sticky; top: 0; background: var(--back); border-bottom: 1px solid var(--line); padding: .6rem 1rem; z-index: 1; }
header h1 { font-size: 1.2rem; margin: 0 1rem 0 0; display: inline-block; } header p { display: inline-block; margin: 0; }
nav { display: flex; flex-wrap: wrap; gap: .4rem; margin-top: .4rem; align-items: center; }
button { font: inherit; border: 1px solid var(--line); border-radius: 1rem; padding: .1rem .7rem; background: var(--soft);
  color: var(--text); cursor: pointer; }
button[aria-pressed=false] { opacity: .45; text-decoration: line-through; }
input { font: inherit; padding: .1rem .5rem; border: 1px solid var(--line); border-radius: .3rem; background: var(--back);
  color: var(--text); min-width: 8rem; flex: 1 1 8rem; max-width: 20rem; }
main { padding: 1rem; max-width: 70rem; margin: auto; }
details.kernel { border: 1px solid var(--line); border-radius: .4rem; margin-bottom: .5rem; }
details.kernel > summary { padding: .45rem .7rem; cursor: pointer; overflow-wrap: anywhere; }
details.kernel[open] > summary { border-bottom: 1px solid var(--line); background: var(--soft); }
details.kernel > :not(summary) { margin: .6rem .9rem; }
section { border-left: 4px solid var(--line); padding-left: .8rem; } section.error { border-color: var(--bad); }
section.warning { border-color: var(--warn); } section h3 { font-size: 1rem; margin: .3rem 0; overflow-wrap: anywhere; }
section p { margin: .25rem 0; overflow-wrap: anywhere; }
.badge { display: inline-block; border-radius: .3rem; padding: 0 .45rem; border: 1px solid var(--line); font-size: .85em; }
.badge.bug { color: var(--bad); border-color: var(--bad); } .badge.verified { color: var(--good); border-color: var(--good); }
.badge.needs-assumption, .badge.suspected, .badge.warned, .badge.verified-under { color: var(--warn); border-color: var(--warn); }
.file, .small, .legend, .gap, .number { color: var(--dim); } .small, .legend { font-size: .85em; } .bad { color: var(--bad); }
.file { font-family: ui-monospace, monospace; font-size: .85em; overflow-wrap: anywhere; }
pre { background: var(--soft); padding: .5rem 0; overflow-x: auto; border-radius: .3rem; font: 13px/1.45 ui-monospace, monospace; tab-size: 4; }
pre .line { display: inline-block; min-width: 100%; padding-right: 1rem; } pre .marked { background: color-mix(in srgb, var(--line) 35%, transparent); }
mark { color: inherit; border-radius: .2rem; padding: 0 .1rem; } mark.first, .key.first { background: var(--first); }
mark.second, .key.second { background: var(--second); }
mark.both { background: linear-gradient(var(--first) 50%, var(--second) 50%); } .seconds { white-space: nowrap; }
.key { display: inline-block; width: .9em; height: .9em; border-radius: .2rem; vertical-align: -.1em; }
.wide { overflow-x: auto; } table { border-collapse: collapse; margin: .5rem 0; }
th, td { border: 1px solid var(--line); padding: .1rem .6rem; text-align: left; font-weight: normal; }
th { background: var(--soft); } td { font-family: ui-monospace, monospace; }
svg { font: 13px system-ui, sans-serif; max-width: 100%; height: auto; } svg text { fill: var(--text); } svg .middle { text-anchor: middle; }
svg .small { fill: var(--dim); font-size: 11px; } svg .bad { fill: var(--bad); font-weight: 600; }
svg rect { stroke: var(--line); fill: var(--back); } svg rect.cell { fill: var(--soft); } svg rect.first { fill: var(--first); } svg rect.second { fill: var(--second); }
svg .lane { stroke: var(--line); stroke-width: 2; } svg .missing { stroke: var(--bad); stroke-width: 2; stroke-dasharray: 7 5; }
svg .generation { stroke: var(--dim); stroke-dasharray: 2 4; }
:focus-visible { outline: 2px solid var(--text); outline-offset: 1px; }
@media (max-width: 40rem) { main { padding: .4rem; } details.kernel > :not(summary) { margin: .5rem .4rem; } header { position: static; } }
)";

constexpr const char* script = R"(
const kernels = [...document.querySelectorAll('details.kernel')];
const buttons = [...document.querySelectorAll('nav button')];
const search = document.getElementById('search');
const shown = () => kernels.filter(k => !k.hidden);
function filter() {
  const on = new Set(buttons.filter(b => b.getAttribute('aria-pressed') === 'true').map(b => b.dataset.outcome));
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const k of kernels)
    k.hidden = !on.has(k.dataset.outcome) || !words.every(w => k.dataset.name.toLowerCase().includes(w));
}
for (const b of buttons)
  b.addEventListener('click', () => {
    b.setAttribute('aria-pressed', b.getAttribute('aria-pressed') !== 'true');
    filter();
  });
search.addEventListener('input', filter);
document.addEventListener('keydown', e => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.target === search) { if (e.key === 'Escape') search.blur(); return; }
  if (e.key === '/') { e.preventDefault(); search.focus(); return; }
  if (e.key !== 'j' && e.key !== 'k') return;
  const list = shown(), at = list.findIndex(k => k.contains(document.activeElement));
  const next = list[Math.max(0, Math.min(list.length - 1, at + (e.key === 'j' ? 1 : -1)))];
  if (next) { next.firstElementChild.focus(); next.scrollIntoView({block: 'nearest'}); }
});
filter();
const first = shown()[0];
if (first) first.open = true;
)";

} // namespace

std::string page_start() {
  return std::string("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                     "<title>Heddle</title><style>") +
         style + "</style></head><body>\n";
}

std::string page_end() { return std::string("<script>") + script + "</script></body></html>\n"; }

} // namespace heddle::report
