// The claims: switches for the verdicts, and a filter by words. A claim shows
// when both let it.
function startClaims() {
  const tools = document.getElementById('verdicts');
  if (!tools) return; // a run that measured nothing for them
  const switches = [...tools.querySelectorAll('button')];
  const filter = document.getElementById('claim-filter');
  const said = document.getElementById('claims-said');
  const groups = [...document.querySelectorAll('.verdict')];

  function show() {
    const off = new Set(switches.filter((b) => b.getAttribute('aria-pressed') === 'false').map((b) => b.dataset.verdict));
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const group of groups) {
      let some = false;
      for (const claim of group.querySelectorAll('.claim')) {
        const text = claim.textContent.toLowerCase();
        claim.hidden = !words.every((w) => text.includes(w));
        some ||= !claim.hidden;
        if (!claim.hidden && !off.has(group.dataset.verdict)) count++;
      }
      group.hidden = !some || off.has(group.dataset.verdict);
    }
    said.textContent = words.length || off.size ? (count === 1 ? '1 claim' : `${count} claims`) : '';
  }

  for (const button of switches) {
    button.addEventListener('click', () => {
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') === 'false'));
      show();
    });
  }
  filter.addEventListener('input', show);
}
