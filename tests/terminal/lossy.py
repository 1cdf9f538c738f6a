"""A way to a server that loses an answer when it is told to: the request arrives, and nobody hears what came of it."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

HOST = "127.0.0.1"


class Lossy:
    """`address` leads to the server; `lose` says of how many answers, from now on, nothing is passed on."""

    def __init__(self, port: int) -> None:
        self.lose = 0
        self._server_port = port
        self._listener = socket.create_server((HOST, 0))
        self.address = f"http://{HOST}:{self._listener.getsockname()[1]}"

    def serve(self) -> None:
        """One connection after the other, until `close`."""
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            with client, socket.create_connection((HOST, self._server_port)) as server:
                self._pass_on(client, server)

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _pass_on(self, client: socket.socket, server: socket.socket) -> None:
        """Requests and answers in turn; each is small enough to come in few pieces, and the client waits for it."""
        back = threading.Thread(target=self._answers, args=(server, client))
        back.start()
        while data := _received(client):
            server.sendall(data)
        server.shutdown(socket.SHUT_WR)
        back.join()

    def _answers(self, server: socket.socket, client: socket.socket) -> None:
        while data := _received(server):
            if self.lose:
                self.lose -= 1
                client.shutdown(socket.SHUT_RDWR)
                return
            client.sendall(data)


def _received(end: socket.socket) -> bytes:
    try:
        return end.recv(65536)
    except OSError:
        return b""


@contextmanager
def lossy_way_to(server: str) -> Iterator[Lossy]:
    way = Lossy(int(server.rpartition(":")[2]))
    thread = threading.Thread(target=way.serve)
    thread.start()
    try:
        yield way
    finally:
        way.close()
        thread.join()
