// Keeps a copy of the page, for when there is no network. It has no other part.
const keep = async (request, response) => (await caches.open('ninefold')).put(request, response);

self.addEventListener('install', (event) => event.waitUntil((async () => {
    const page = self.registration.scope;
    await keep(page, await fetch(page));
    await self.skipWaiting();
})()));

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
    if (event.request.mode !== 'navigate') return;
    event.respondWith((async () => {
        const page = self.registration.scope;
        try {
            const response = await fetch(event.request);
            if (response.ok) event.waitUntil(keep(page, response.clone()));
            return response;
        } catch (error) {
            const kept = await caches.match(page);
            if (kept) return kept;
            throw error;
        }
    })());
});
