/**
 * The script of the client pages. It only improves what works without it: it keeps drafts, shows the progress of uploads, takes
 * files that are dropped, and shows moments in the browser's time zone.
 */
export const script = `
(() => {
  'use strict';
  const words = (form, name) => form.dataset[name] || '';

  // Drafts. One is dropped when the portal says that the form with its key was taken, and no sooner.
  const drafts = (() => { try { return window.localStorage; } catch { return null; } })();
  const prefix = 'sp-draft ';
  const keyOf = (form) => prefix + form.dataset.draft;
  const fieldsOf = (form) => [...form.querySelectorAll('[data-kept]')];
  const read = (key) => { try { return JSON.parse(drafts.getItem(key)); } catch { return null; } };
  const forget = (isOver) => {
    try { for (const key of Object.keys(drafts)) if (key.startsWith(prefix) && isOver(read(key))) drafts.removeItem(key); } catch {}
  };

  const save = (form) => {
    const texts = Object.fromEntries(fieldsOf(form).map((field) => [field.name, field.value]));
    const isEmpty = Object.values(texts).every((text) => text.trim() === '');
    try {
      if (isEmpty) drafts.removeItem(keyOf(form));
      else drafts.setItem(keyOf(form), JSON.stringify({ sending: form.elements.key.value, texts }));
    } catch {}
  };

  const keepDraft = (form) => {
    const draft = read(keyOf(form));
    for (const field of fieldsOf(form))
      if (field.value === '' && draft && typeof draft.texts[field.name] === 'string') field.value = draft.texts[field.name];
    form.addEventListener('input', () => save(form));
    form.addEventListener('submit', () => save(form));
  };

  const showProblems = () => {
    const summary = document.querySelector('[data-focus]');
    if (summary) summary.focus();
  };

  const swap = (text) => {
    const page = new DOMParser().parseFromString(text, 'text/html');
    document.title = page.title;
    const main = page.querySelector('main');
    if (main) document.querySelector('main').replaceWith(document.adoptNode(main));
    prepare();
    scrollTo(0, 0);
    showProblems();
  };

  const sendByScript = (form, event) => {
    const inputs = [...form.querySelectorAll('input[type=file]')];
    if (!inputs.some((input) => input.files.length > 0) || form.dataset.sending) return;
    event.preventDefault();
    form.dataset.sending = '1';
    const button = form.querySelector('button');
    button.disabled = true;
    const bar = document.createElement('progress');
    const text = document.createElement('p');
    text.className = 'small muted';
    text.setAttribute('role', 'status');
    bar.max = 100;
    bar.setAttribute('aria-label', words(form, 'progress'));
    form.append(bar, text);
    let told = -1;
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.upload.onprogress = ({ loaded, total }) => {
      const percent = Math.floor((loaded / total) * 100);
      bar.value = percent;
      if (Math.floor(percent / 10) === told) return;
      told = Math.floor(percent / 10);
      text.textContent = words(form, 'progress') + ' ' + percent + ' %';
    };
    const end = () => { delete form.dataset.sending; button.disabled = false; bar.remove(); text.remove(); };
    request.onload = () => {
      if (request.status < 400) { location.assign(request.responseURL); return; }
      end();
      swap(request.responseText);
    };
    request.onerror = () => { bar.remove(); button.disabled = false; delete form.dataset.sending; text.textContent = words(form, 'failed'); };
    request.send(new FormData(form));
  };

  const moment = new Intl.DateTimeFormat(document.documentElement.lang, {
    day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit',
  });

  const prepare = () => {
    for (const time of document.querySelectorAll('time')) time.textContent = moment.format(new Date(time.dateTime));
    const sent = document.querySelector('[data-sent]');
    if (sent) forget((draft) => !draft || draft.sending === sent.dataset.sent);
    for (const form of document.querySelectorAll('form[data-forget]')) form.addEventListener('submit', () => forget(() => true));
    for (const form of document.querySelectorAll('form[data-draft]')) keepDraft(form);
    for (const form of document.querySelectorAll('form[enctype]')) {
      if (form.dataset.ready) continue;
      form.dataset.ready = '1';
      form.addEventListener('submit', (event) => sendByScript(form, event));
      const input = form.querySelector('input[type=file]');
      if (!input) continue;
      form.addEventListener('dragover', (event) => { event.preventDefault(); form.classList.add('drop'); });
      form.addEventListener('dragleave', () => form.classList.remove('drop'));
      form.addEventListener('drop', (event) => {
        event.preventDefault();
        form.classList.remove('drop');
        const files = new DataTransfer();
        for (const file of [...input.files, ...event.dataTransfer.files]) files.items.add(file);
        input.files = files.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      });
    }
  };
  prepare();
  showProblems();
})();
`;
