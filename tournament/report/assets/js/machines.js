// Hides the machines that are not chosen, and counts again over those that are.
const boxes = [...document.querySelectorAll('input[type=checkbox]')];

function choose() {
  const chosen = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  for (const cell of document.querySelectorAll('td[data-machine], th[data-machine]')) {
    if (!cell.querySelector('input')) cell.hidden = !chosen.has(cell.dataset.machine);
  }
  for (const row of document.querySelectorAll('tr')) {
    const cells = [...row.querySelectorAll('td[data-machine]')].filter((cell) => chosen.has(cell.dataset.machine));
    const ahead = row.querySelector('.ahead');
    if (ahead) {
      const outcomes = cells.map((cell) => cell.dataset.outcome).filter((outcome) => outcome !== 'not-compared');
      ahead.textContent = `${outcomes.filter((outcome) => outcome === 'ahead').length} of ${outcomes.length}`;
    }
    const whole = row.querySelector('.whole');
    if (whole) {
      const verdicts = new Set(cells.map((cell) => cell.dataset.verdict).filter((verdict) => verdict && verdict !== 'not testable here'));
      whole.textContent = verdicts.size > 1 ? 'depends on the machine' : [...verdicts][0] ?? 'not testable here';
    }
  }
}

for (const box of boxes) box.addEventListener('change', choose);
