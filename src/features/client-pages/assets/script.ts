import { personHeader } from '../../../core/shared/portal/pagePerson.ts';

/**
 * The script of the client pages. It only improves what works without it: it keeps drafts, shows the progress of uploads, takes
 * files that are dropped, and shows moments in the browser's time zone.
 */
export const script = `
(() => {
  'use strict';
  const words = (form, name) => form.dataset[name] || '';

  // Drafts. One is dropped when the portal says that the form with its key was taken, and no sooner. Words that were typed while
  // it was sent stay.
  const drafts = (() => { try { return window.localStorage; } catch { return null; } })();
  const prefix = 'sp-draft ';
  const keyOf = (form) => prefix + form.dataset.draft;
  const fieldsOf = (form) => [...form.querySelectorAll('[data-kept]')];
  const textsOf = (form) => Object.fromEntries(fieldsOf(form).map((field) => [field.name, field.value]));
  const parse = (text) => { try { return JSON.parse(text); } catch { return null; } };
  const read = (key) => { try { return parse(drafts.getItem(key)); } catch { return null; } };
  const change = (decide) => {
    try { for (const key of Object.keys(drafts)) if (key.startsWith(prefix)) decide(key, read(key)); } catch {}
  };
  const forget = ({ target }) => change((key) => { if (key.startsWith(prefix + target.dataset.forget)) drafts.removeItem(key); });

  const save = (form, sent = (read(keyOf(form)) || {}).sent) => {
    const texts = textsOf(form);
    const isEmpty = Object.values(texts).every((text) => text.trim() === '');
    try {
      if (isEmpty) drafts.removeItem(keyOf(form));
      else drafts.setItem(keyOf(form), JSON.stringify({ sending: form.elements.key.value, texts, sent }));
    } catch {}
  };

  // The words that are sent stay with their key: sent again, from whatever page, they are taken once.
  const saveSent = (form, texts = textsOf(form)) => save(form, { ...texts, key: form.elements.key.value });
  const areSent = (form, { sent } = read(keyOf(form)) || {}, member = 'value') =>
    sent?.key && fieldsOf(form).every((field) => field[member] === sent[field.name]);
  const beginSending = (form) => {
    if (areSent(form)) form.elements.key.value = read(keyOf(form)).sent.key;
    saveSent(form);
  };

  // While a form is sent, another tab may write on in the same draft.
  const isOwn = (form) => !form.dataset.sending || (read(keyOf(form)) || {}).sending === form.elements.key.value;

  const keepDraft = (form) => {
    const { texts = {}, sent = {} } = read(keyOf(form)) || {};
    for (const field of fieldsOf(form))
      if (['', sent[field.name]].includes(field.value) && typeof texts[field.name] === 'string') field.value = texts[field.name];
    // A form that comes back with its words has the key for the next try.
    if (areSent(form, { sent }, 'defaultValue')) saveSent(form, sent);
    form.addEventListener('input', () => { if (isOwn(form)) save(form); });
    form.addEventListener('submit', () => beginSending(form));
  };

  const restOf = ({ texts, sent = texts }) => Object.entries(texts)
    .map(([name, text]) => (text.startsWith(sent[name]) ? text.slice(sent[name].length) : text).trim())
    .filter((text) => text !== '')
    .join('\\n');

  // The page that says so is that of the ticket: what is left is the beginning of the next reply.
  const settle = (taken) => {
    const form = document.querySelector('form[data-draft]');
    change((key, draft) => {
      if (draft && ![draft.sending, draft.sent?.key].includes(taken)) return;
      const rest = draft ? restOf(draft) : '';
      if (rest !== '' && !form) return;
      drafts.removeItem(key);
      if (rest !== '') drafts.setItem(keyOf(form), JSON.stringify({ sending: '', texts: { [fieldsOf(form)[0].name]: rest } }));
    });
  };

  // Words typed in one tab appear in the others, but not in the place of other words, nor in a form that is being sent.
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    const [before, after] = [oldValue, newValue].map((text) => (parse(text) || {}).texts || {});
    for (const form of document.querySelectorAll('form[data-draft]:not([data-sending])'))
      for (const field of keyOf(form) === key ? fieldsOf(form) : [])
        if (field.value === (before[field.name] || '')) field.value = after[field.name] || '';
  });

  const showProblems = () => {
    const summary = document.querySelector('[data-focus]');
    if (summary) summary.focus();
  };

  // Forms for other files, which are chosen or on their way, stay as they are.
  const othersOf = (form) => [...document.querySelectorAll('form[enctype]')]
    .filter((other) => other !== form && (other.dataset.sending || filesOf(other).length > 0));

  // The browser asks before a page goes whose files are chosen or on their way.
  addEventListener('beforeunload', (event) => { if (othersOf(null).length > 0) event.preventDefault(); });

  // The page of a proxy has none.
  const mainOf = (page) => page.querySelector('main#main');

  const swap = (page, others) => {
    document.title = page.title;
    for (const other of others) {
      const input = page.getElementById(other.querySelector('input[type=file]').id);
      if (input) input.form.replaceWith(other);
    }
    mainOf(document).replaceWith(document.adoptNode(mainOf(page)));
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

  const inputsOf = (form) => [...form.querySelectorAll('input[type=file]')];
  const filesOf = (form) => inputsOf(form).flatMap((input) => [...input.files]);

  // Large files that have arrived: a line for each, its id and its name.
  const uploadsIn = (field) => field.value.split('\\n').filter(Boolean);

  const showUploads = ({ elements: { uploaded: field } }) => {
    if (!field) return;
    const list = document.createElement('ul');
    list.className = 'small';
    for (const line of uploadsIn(field)) {
      const item = document.createElement('li');
      const name = line.slice(line.indexOf(' ') + 1);
      item.textContent = name + ' ✓ ';
      if (field.dataset.remove) {
        const button = document.createElement('button');
        button.type = 'button';
        button.className = 'quiet';
        button.textContent = field.dataset.remove;
        button.setAttribute('aria-label', field.dataset.remove + ': ' + name);
        button.addEventListener('click', () => {
          if (field.form.dataset.sending) return;
          field.value = uploadsIn(field).filter((other) => other !== line).join('\\n');
          showUploads(field.form);
        });
        item.append(button);
      }
      list.append(item);
    }
    const before = field.nextElementSibling;
    if (before?.localName === 'ul') before.remove();
    if (list.firstChild) field.after(list);
  };

  const sendByScript = (form, event) => {
    const inputs = inputsOf(form);
    if (filesOf(form).length === 0 || form.dataset.sending) return;
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
    const large = filesOf(form).filter((file) => isLarge(form, file));
    const sizeOf = (files) => files.reduce((sum, { size }) => sum + size, 0);
    const all = sizeOf(filesOf(form)) || 1;
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
      const { author } = form.elements;
      const headers = form.dataset.link ? { Authorization: 'Bearer ' + form.dataset.link } : { '${personHeader}': encodeURIComponent(author.value) };
      for (const file of large) {
        const sent = await sendFile({
          file,
          endpoint: words(form, 'endpoint'),
          metadata,
          headers,
          onProgress: (share) => show(share * file.size),
          onWaiting: (isWaiting) => { told = -1; if (isWaiting) text.textContent = words(form, 'waiting'); },
        });
        if (!sent.ok) throw new Error(file.name + ': ' + (sent.isGone ? words(form, 'gone') : sent.message || words(form, 'failed')));
        before += file.size;
        const { uploaded } = form.elements;
        uploaded.value = [...uploadsIn(uploaded), sent.id + ' ' + sent.name.replace(/\\s+/g, ' ')].join('\\n');
        showUploads(form);
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
        const page = new DOMParser().parseFromString(request.responseText, 'text/html');
        if (!mainOf(page)) return fail(words(form, 'failed'));
        const others = othersOf(form);
        const isTaken = request.status < 400;
        if (isTaken && others.length === 0) {
          // Nothing is lost with this page any more.
          delete form.dataset.sending;
          for (const input of inputs) keepFiles(input, []);
          location.assign(request.responseURL);
          return;
        }
        if (isTaken) history.replaceState(null, '', request.responseURL);
        end();
        swap(page, others);
      };
      request.onerror = async () => {
        const gone = await Promise.all(filesOf(form).map((file) => file.slice(-1).arrayBuffer().then(() => '', () => file.name)));
        const [name] = gone.filter(Boolean);
        fail(name ? name + ': ' + words(form, 'gone') : words(form, 'failed'));
      };
      // Words that were typed while the large files went are sent, too; those of another tab stay there.
      if (form.dataset.draft && isOwn(form)) saveSent(form);
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
    if (sent?.dataset.sent) settle(sent.dataset.sent);
    for (const words of document.querySelectorAll('[data-scripted]')) words.textContent = words.dataset.scripted;
    for (const form of document.querySelectorAll('form[data-forget]')) form.addEventListener('submit', forget);
    for (const form of document.querySelectorAll('form[data-draft]')) keepDraft(form);
    for (const form of document.querySelectorAll('form[enctype]')) {
      if (form.dataset.ready) continue;
      form.dataset.ready = '1';
      showUploads(form);
      form.addEventListener('submit', (event) => sendByScript(form, event));
      const input = form.querySelector('input[type=file]');
      if (!input) continue;
      // Loaded before the form is sent, and not before it is needed.
      // A file that is chosen while the form is sent would be lost with it.
      input.addEventListener('click', (event) => { if (form.dataset.sending) event.preventDefault(); });
      input.addEventListener('change', () => { if ([...input.files].some((file) => isLarge(form, file))) import(words(form, 'uploads')).catch(() => {}); });
      form.addEventListener('dragover', (event) => { event.preventDefault(); form.classList.add('drop'); });
      form.addEventListener('dragleave', () => form.classList.remove('drop'));
      form.addEventListener('drop', (event) => {
        event.preventDefault();
        form.classList.remove('drop');
        if (form.dataset.sending) return;
        keepFiles(input, [...input.files, ...event.dataTransfer.files]);
        input.dispatchEvent(new Event('change', { bubbles: true }));
      });
    }
  };
  prepare();
  showProblems();
})();
`;
