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

  const isLarge = (form, file) => form.dataset.uploads !== undefined && file.size > Number(words(form, 'large'));

  const keepFiles = (input, kept) => {
    const files = new DataTransfer();
    for (const file of kept) files.items.add(file);
    input.files = files.files;
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
    // Large files go first, each in chunks; the form then names them, and carries the others.
    const large = inputs.flatMap((input) => [...input.files]).filter((file) => isLarge(form, file));
    const sizeOf = (files) => files.reduce((sum, { size }) => sum + size, 0);
    const all = sizeOf(inputs.flatMap((input) => [...input.files])) || 1;
    let before = 0;
    const show = (sent) => {
      const percent = Math.min(100, Math.floor(((before + sent) / all) * 100));
      bar.value = percent;
      if (Math.floor(percent / 10) === told) return;
      told = Math.floor(percent / 10);
      text.textContent = words(form, 'progress') + ' ' + percent + ' %';
    };
    const end = () => { delete form.dataset.sending; button.disabled = false; bar.remove(); text.remove(); };
    const fail = (message) => { end(); text.textContent = message; form.append(text); };
    const sendLarge = async () => {
      const { sendFile } = await import(words(form, 'uploads'));
      const metadata = { target: words(form, 'target') };
      for (const field of form.querySelectorAll('[data-metadata]')) if (field.value) metadata[field.dataset.metadata] = field.value;
      const headers = form.dataset.link ? { Authorization: 'Bearer ' + form.dataset.link } : {};
      for (const file of large) {
        const sent = await sendFile({
          file,
          endpoint: words(form, 'endpoint'),
          metadata,
          headers,
          onProgress: (share) => show(share * file.size),
          onWaiting: (isWaiting) => { told = -1; if (isWaiting) text.textContent = words(form, 'waiting'); },
        });
        if (!sent.ok) throw new Error(file.name + ': ' + (sent.message || words(form, 'failed')));
        before += file.size;
        form.elements.uploaded.value = [form.elements.uploaded.value, sent.id].filter(Boolean).join(',');
        for (const input of inputs) {
          keepFiles(input, [...input.files].filter((other) => other !== file));
          input.required = false;
        }
      }
    };
    const sendForm = () => {
      const request = new XMLHttpRequest();
      request.open('POST', form.action);
      request.upload.onprogress = ({ loaded, total }) => show((loaded / total) * (all - before));
      request.onload = () => {
        if (request.status < 400) { location.assign(request.responseURL); return; }
        end();
        swap(request.responseText);
      };
      request.onerror = () => fail(words(form, 'failed'));
      request.send(new FormData(form));
    };
    if (large.length === 0) sendForm();
    else sendLarge().then(sendForm, (error) => fail(error.message || words(form, 'failed')));
  };

  const moment = new Intl.DateTimeFormat(document.documentElement.lang, {
    day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit',
  });

  const prepare = () => {
    for (const time of document.querySelectorAll('time')) time.textContent = moment.format(new Date(time.dateTime));
    const sent = document.querySelector('[data-sent]');
    if (sent) forget((draft) => !draft || draft.sending === sent.dataset.sent);
    for (const words of document.querySelectorAll('[data-scripted]')) words.textContent = words.dataset.scripted;
    for (const form of document.querySelectorAll('form[data-forget]')) form.addEventListener('submit', () => forget(() => true));
    for (const form of document.querySelectorAll('form[data-draft]')) keepDraft(form);
    for (const form of document.querySelectorAll('form[enctype]')) {
      if (form.dataset.ready) continue;
      form.dataset.ready = '1';
      form.addEventListener('submit', (event) => sendByScript(form, event));
      const input = form.querySelector('input[type=file]');
      if (!input) continue;
      // Loaded before the form is sent, and not before it is needed.
      input.addEventListener('change', () => { if ([...input.files].some((file) => isLarge(form, file))) import(words(form, 'uploads')).catch(() => {}); });
      form.addEventListener('dragover', (event) => { event.preventDefault(); form.classList.add('drop'); });
      form.addEventListener('dragleave', () => form.classList.remove('drop'));
      form.addEventListener('drop', (event) => {
        event.preventDefault();
        form.classList.remove('drop');
        keepFiles(input, [...input.files, ...event.dataTransfer.files]);
        input.dispatchEvent(new Event('change', { bubbles: true }));
      });
    }
  };
  prepare();
  showProblems();
})();
`;
